import { loginBody, signupBody } from '@gossamer/contracts/accounts';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { FastifyRequest } from 'fastify';
import type { GatewayDeps } from '../deps.ts';
import { requireMember } from '../http/identity/identity.ts';
import { toSessionUser } from '../http/identity/session-user.ts';
import { endSession } from '../http/identity/sessions.ts';
import { parseBody } from '../http/parse-body.ts';
import { countAttempt } from '../limits/attempts.ts';
import { addressLogins, addressSignups } from './attempt-limits.ts';
import { giveSession, spendReferral, whoBefore } from './begin-session.ts';
import { logIn } from './log-in.ts';
import { ownPath } from './own-path.ts';
import { signUp } from './sign-up.ts';

/** Registers the routes for signing up, logging in, reading the session and logging out. */
export function sessionRoutes(http: Http, deps: GatewayDeps): void {
  const { config, cookies } = deps;

  http.post('/api/auth/signup', async (request, reply) => {
    const body = parseBody(signupBody, request.body);
    await countAttempt(deps, [addressSignups(request.addressSubject, config)]);
    const before = whoBefore(request, deps);
    const { account, claims } = await signUp(deps, body, before);
    spendReferral(reply, before, deps);
    giveSession(request, reply, { account, claims }, deps);
    return reply.code(201).send(toSessionUser(account));
  });

  http.post('/api/auth/login', async (request, reply) => {
    const body = parseBody(loginBody, request.body);
    await countAttempt(deps, [addressLogins(request.addressSubject, config)]);
    const { account, claims } = await logIn(deps, body, whoBefore(request, deps));
    giveSession(request, reply, { account, claims }, deps);
    return reply.send(toSessionUser(account));
  });

  http.get('/api/auth/user', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return reply.send(toSessionUser(requireMember(request).account));
  });

  http.get('/api/auth/logout', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isOwnNavigation(request)) {
      if (request.identity.kind === 'member') {
        await endSession(deps.db, request.identity.sessionId);
        request.log.info('ended session');
      }
      cookies.takeSession(reply);
      reply.header('clear-site-data', '"cache"');
      // Set a new visitor cookie, because the next user of a shared computer must count as another visitor.
      cookies.giveVisitor(reply);
    }
    return reply.redirect('/', 302);
  });

  http.get<{ Querystring: { from?: unknown } }>('/api/login', async (request, reply) => {
    const from = ownPath(request.query.from, config.publicUrl);
    reply.header('cache-control', 'no-store');
    return reply.redirect(from ? `/login?from=${encodeURIComponent(from)}` : '/login', 302);
  });
}

/**
 * Returns whether the request is a navigation within this site or from the address bar. Links and images on other
 * sites, and prefetch requests, must not log out a user.
 */
function isOwnNavigation({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  return isOwn && !String(headers['sec-purpose'] ?? '').includes('prefetch');
}
