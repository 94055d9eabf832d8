import { sessionMs } from '@gossamer/contracts/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId } from './new-id.ts';
import { ownCookies } from './own-cookies.ts';
import { type SessionClaims, signSession } from './session-token.ts';

/** Lifetime of the visitor cookie in milliseconds. The cookie is not renewed. */
export const visitorCookieMs = 400 * 24 * 3_600_000;

/** The visitor and session cookies. Both are signed and HTTP-only. */
export interface IdentityCookies {
  readVisitor(request: FastifyRequest): string | undefined;
  /** Sets the cookie of a new visitor and returns the visitor's id. */
  giveVisitor(reply: FastifyReply): string;
  readSession(request: FastifyRequest): string | undefined;
  giveSession(reply: FastifyReply, claims: SessionClaims): void;
  takeSession(reply: FastifyReply): void;
}

export function identityCookies(publicUrl: string): IdentityCookies {
  const { named, attributes } = ownCookies(publicUrl);
  return {
    readVisitor: (request) => {
      const given = request.cookies[named('visitor')];
      const { valid, value } = given ? request.unsignCookie(given) : { valid: false, value: null };
      return valid && value !== null && /^[0-9a-z]{32}$/.test(value) ? value : undefined;
    },
    giveVisitor: (reply) => {
      const visitorId = newId();
      reply.setCookie(named('visitor'), reply.signCookie(visitorId), {
        ...attributes,
        maxAge: visitorCookieMs / 1_000,
      });
      return visitorId;
    },
    readSession: (request) => request.cookies[named('session')],
    giveSession: (reply, claims) => {
      const token = signSession(reply.server.jwt, claims);
      reply.setCookie(named('session'), token, { ...attributes, maxAge: sessionMs / 1_000 });
    },
    takeSession: (reply) => void reply.clearCookie(named('session'), attributes),
  };
}
