import type { ApiKeyScope } from '@gossamer/contracts/api-keys';
import type { Tier } from '@gossamer/contracts/queue-priority';
import { AppError } from '@gossamer/service-kit/errors';
import type { FastifyRequest } from 'fastify';
import type { AccountRow } from '../../db/schema.ts';

/** A logged-in caller. */
export interface Member {
  kind: 'member';
  /** Owner as stored in database rows: `member:<account>`. */
  owner: string;
  tier: Exclude<Tier, 'visitor'>;
  ownerKey: string;
  account: AccountRow;
  /**
   * Quota key for the client's IP address. Members with an unconfirmed email address also count against it.
   * Empty for API clients.
   */
  addressSubject: string;
  /** Id of the session; empty for API clients, which are identified by their key. */
  sessionId: string;
  /** Scopes of the API key used for the request; null for a session, which has all permissions. */
  keyScopes: readonly ApiKeyScope[] | null;
}

/** A caller without a session, identified by a signed visitor cookie. */
export interface Visitor {
  kind: 'visitor';
  /** Owner as stored in database rows: `visitor:<id>`. */
  owner: string;
  tier: 'visitor';
  /**
   * Owner key of the fair queue: the counter subject for the IP address, shared by all visitors with this address.
   */
  ownerKey: string;
  visitorId: string;
}

/** The caller of a request: a member or a visitor. */
export type Identity = Member | Visitor;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * If true, the caller is not identified and no cookie is set, because the route is called by other services or does
     * not depend on the caller.
     */
    isPublic?: boolean;
  }
  interface FastifyRequest {
    identity: Identity;
    /** Quota key for the client's IP address: a keyed hash of the address. */
    addressSubject: string;
    /**
     * True if the session could not be read from the database. The page is then sent without the session, and the app
     * fetches it later.
     */
    isSessionUnknown: boolean;
  }
}

/**
 * Creates the identity of a member from an account.
 * @param from the session and network of the request, or the scopes of its API key
 */
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

/** Sets the caller of a request. For a member, all further log lines of the request contain the account id. */
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
 * an account must not be granted access that remains after the address's owner has recovered the account.
 * @throws AppError `email_not_verified`
 */
export function assertEmailVerified({ emailVerifiedAt }: Pick<AccountRow, 'emailVerifiedAt'>): void {
  if (emailVerifiedAt === null) throw new AppError('email_not_verified');
}
