import cookie from '@fastify/cookie';
import jwt from '@fastify/jwt';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { GatewayDeps } from '../../deps.ts';
import { addressSubject } from './client-address.ts';
import { deriveKey } from './derive-key.ts';
import { type Member, memberOf, setIdentity, visitorOf } from './identity.ts';
import { readSessionToken, sessionTokens } from './session-token.ts';
import { findSessionAccount } from './sessions.ts';

/**
 * Identifies the caller of each request: a member by the session, otherwise a visitor by the cookie. Visitors get their
 * cookie with the first page or API response. Browsers load the page before any upload, so concurrent uploads from one
 * browser belong to the same visitor.
 */
export const identifyClient = fastifyPlugin(async (http, deps: GatewayDeps) => {
  const { config, cookies } = deps;
  const addressKey = deriveKey(config.secret, 'address');
  await http.register(cookie, { secret: config.secret });
  await http.register(jwt, sessionTokens(deriveKey(config.secret, 'session')));
  http.decorateRequest('addressSubject', '');
  http.decorateRequest('isSessionUnknown', false);

  http.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    request.addressSubject = addressSubject(request.ip, addressKey);
    const { isPublic: isOpen, usesApiKey } = request.routeOptions.config;
    const isPublic = isFile(request) || isOpen === true || usesApiKey === true;
    const member = isPublic ? undefined : await readMember(request, reply);
    if (member) return setIdentity(request, member);
    const known = cookies.readVisitor(request);
    // Do not set cookies in responses with the web app's files, because these may be stored in shared caches.
    const visitorId = known ?? (isPublic ? '' : cookies.giveVisitor(reply));
    setIdentity(request, visitorOf(visitorId, request.addressSubject));
  });

  /**
   * Returns the member identified by the session cookie, or undefined if the session is not valid. Clears an invalid
   * session cookie.
   */
  async function readMember(request: FastifyRequest, reply: FastifyReply): Promise<Member | undefined> {
    const token = cookies.readSession(request);
    if (!token) return undefined;
    try {
      const claims = readSessionToken(http.jwt, token);
      const account = claims && (await findSessionAccount(deps.db, claims, deps.clock()));
      if (account)
        return memberOf(account, { sessionId: claims.sessionId, addressSubject: request.addressSubject });
      cookies.takeSession(reply);
      return undefined;
    } catch (error) {
      // While the database is unavailable, continue to send pages, but let API calls fail.
      if (isCall(request)) throw error;
      request.isSessionUnknown = true;
      return undefined;
    }
  }
});

/** Match the route's pattern instead of the URL, because the URL may be percent-encoded. */
const isCall = ({ routeOptions }: FastifyRequest) => /^\/(api|compressed)\//.test(routeOptions.url ?? '');

function isFile(request: FastifyRequest): boolean {
  return !isCall(request) && /\.\w+$/.test(request.url.split('?', 1)[0] ?? '');
}
