import type { ApiKeyScope } from '@gossamer/contracts/api-keys';
import type { Tier } from '@gossamer/contracts/queue-priority';
import { AppError } from '@gossamer/service-kit/errors';
import type { FastifyRequest } from 'fastify';
import type { AccountRow } from '../../db/schema.ts';

/** Somebody who is logged in. */
export interface Member {
  kind: 'member';
  /** As stored in rows: `member:<account>`. */
  owner: string;
  tier: Exclude<Tier, 'visitor'>;
  fairKey: string;
  account: AccountRow;
  /** The client's network, by which a member without a confirmed email address is counted too; empty for API clients. */
  addressSubject: string;
  /** Empty for a program, which is known by its key. */
  sessionId: string;
  /** Scopes of the request's API key; null for a session, which nothing limits. */
  keyScopes: readonly ApiKeyScope[] | null;
}

/** Somebody who is not, known by a signed cookie. */
export interface Visitor {
  kind: 'visitor';
  /** As stored in rows: `visitor:<id>`. */
  owner: string;
  tier: 'visitor';
  /** The address's subject: visitors of one address share its turns. */
  fairKey: string;
  visitorId: string;
}

/** Whose request it is. */
export type Identity = Member | Visitor;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called by other services, or of no member's concern: whoever asks is not looked up, and gets no cookie. */
    isPublic?: boolean;
  }
  interface FastifyRequest {
    identity: Identity;
    /** The keyed hash of the client's network, by which it is counted. */
    addressSubject: string;
    /** There is a session's cookie, and whose it is could not be looked up: the page is sent, and asks for itself. */
    isSessionUnknown: boolean;
  }
}

/** `from`: the session and network of the request, or the scopes of its API key. */
export function memberOf(
  account: AccountRow,
  from: { sessionId: string; addressSubject: string } | { keyScopes: readonly ApiKeyScope[] },
): Member {
  const owner = `member:${account.id}`;
  const tier = account.plan === 'pro' ? 'pro' : 'member';
  const defaults = { sessionId: '', addressSubject: '', keyScopes: null };
  return { kind: 'member', owner, tier, fairKey: owner, account, ...defaults, ...from };
}

export function visitorOf(visitorId: string, addressSubject: string): Visitor {
  return {
    kind: 'visitor',
    owner: `visitor:${visitorId}`,
    tier: 'visitor',
    fairKey: addressSubject,
    visitorId,
  };
}

/** Sets who makes a request. Every log line of a member's request from here on names the account. */
export function setIdentity(request: FastifyRequest, identity: Identity): void {
  request.identity = identity;
  if (identity.kind !== 'member') return;
  const authenticatedBy = identity.keyScopes === null ? 'session' : 'api_key';
  request.log = request.log.child({ accountId: identity.account.id, authenticatedBy });
}

/** The member whose request it is. @throws AppError `unauthorized` */
export function requireMember(request: FastifyRequest): Member {
  if (request.identity.kind !== 'member') throw new AppError('unauthorized');
  return request.identity;
}

/**
 * Rejects members who have not confirmed their email address. Anyone can sign up with another person's address, so such
 * an account must not get anything that outlives its recovery. @throws AppError `email_not_verified`
 */
export function assertEmailVerified({ emailVerifiedAt }: Pick<AccountRow, 'emailVerifiedAt'>): void {
  if (emailVerifiedAt === null) throw new AppError('email_not_verified');
}
