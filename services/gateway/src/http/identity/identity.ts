import type { ApiKeyScope } from '@gossamer/contracts/api-keys';
import type { Tier } from '@gossamer/contracts/queue-priority';
import { AppError } from '@gossamer/service-kit/errors';
import type { FastifyRequest } from 'fastify';
import type { AccountRow } from '../../db/schema.ts';

/** A logged-in caller. */
export interface Member {
  kind: 'member';
  /** As stored in rows: `member:<account>`. */
  owner: string;
  tier: Exclude<Tier, 'visitor'>;
  ownerKey: string;
  account: AccountRow;
  /** The client's network, which also counts for a member with an unconfirmed email address; empty for API clients. */
  addressSubject: string;
  /** Empty for an API client, which is identified by its key. */
  sessionId: string;
  /** Scopes of the request's API key; null for a session, which has no restrictions. */
  keyScopes: readonly ApiKeyScope[] | null;
}

/** A caller without a session, identified by a signed cookie. */
export interface Visitor {
  kind: 'visitor';
  /** As stored in rows: `visitor:<id>`. */
  owner: string;
  tier: 'visitor';
  /** The address subject: visitors of one address share its place in the fair queue. */
  ownerKey: string;
  visitorId: string;
}

/** The caller of a request. */
export type Identity = Member | Visitor;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is called by other services or does not depend on the caller: no identification, no cookie. */
    isPublic?: boolean;
  }
  interface FastifyRequest {
    identity: Identity;
    /** The keyed hash of the client's network, used by counters. */
    addressSubject: string;
    /** The session could not be looked up: the page is sent, and the app fetches the session itself. */
    isSessionUnknown: boolean;
  }
}

/** Returns the member of an account. `from`: the session and network of the request, or the scopes of its API key. */
export function memberOf(
  account: AccountRow,
  from: { sessionId: string; addressSubject: string } | { keyScopes: readonly ApiKeyScope[] },
): Member {
  const owner = `member:${account.id}`;
  const tier = account.plan === 'pro' ? 'pro' : 'member';
  const defaults = { sessionId: '', addressSubject: '', keyScopes: null };
  return { kind: 'member', owner, tier, ownerKey: owner, account, ...defaults, ...from };
}

export function visitorOf(visitorId: string, addressSubject: string): Visitor {
  return {
    kind: 'visitor',
    owner: `visitor:${visitorId}`,
    tier: 'visitor',
    ownerKey: addressSubject,
    visitorId,
  };
}

/** Sets the caller of a request and adds the account to all further log lines of a member's request. */
export function setIdentity(request: FastifyRequest, identity: Identity): void {
  request.identity = identity;
  if (identity.kind !== 'member') return;
  const authenticatedBy = identity.keyScopes === null ? 'session' : 'api_key';
  request.log = request.log.child({ accountId: identity.account.id, authenticatedBy });
}

/** Returns the member who sent the request. @throws AppError `unauthorized` */
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
