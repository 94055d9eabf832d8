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
 * Says of each request whose it is: a member's by the session, else a visitor's. Visitors get their cookie with the
 * first page or call; the page comes before any upload, so uploads that start together belong to the same visitor.
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
    // A file of the app may lie in shared caches, where nobody's cookie belongs.
    const visitorId = known ?? (isPublic ? '' : cookies.giveVisitor(reply));
    setIdentity(request, visitorOf(visitorId, request.addressSubject));
  });

  /** Undefined when nobody is logged in; a cookie that has lost its worth is taken back. */
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
      // Pages are still sent while the database is away; calls say that it is.
      if (isCall(request)) throw error;
      request.isSessionUnknown = true;
      return undefined;
    }
  }
});

/** By the route, which is what the address means once it is read; as it was written it may look like something else. */
const isCall = ({ routeOptions }: FastifyRequest) => /^\/(api|compressed)\//.test(routeOptions.url ?? '');

function isFile(request: FastifyRequest): boolean {
  return !isCall(request) && /\.\w+$/.test(request.url.split('?', 1)[0] ?? '');
}
