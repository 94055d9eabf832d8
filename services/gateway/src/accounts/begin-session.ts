import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { AccountRow, GatewayTables } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import type { SessionClaims } from '../http/identity/session-token.ts';
import { endSession, openSession } from '../http/identity/sessions.ts';
import { linkVisitor } from './link-visitor.ts';

/** State of a browser before login: its visitor, session and referral. */
export interface Before {
  visitorId: string | undefined;
  sessionId: string | undefined;
  /** Code of the partner whose link the browser opened first. Only new accounts are attributed to the partner. */
  referralCode: string | undefined;
  /**
   * Returns the browser id for the account from the known-browser cookie, or undefined if the cookie has no valid
   * entry.
   */
  knownAs(account: AccountRow): string | undefined;
  requestId: string;
}

export function whoBefore(
  request: FastifyRequest,
  { cookies, referral, knownBrowsers, clock }: GatewayDeps,
): Before {
  const { identity } = request;
  const knownAs = (account: AccountRow) => knownBrowsers.find(request, account, clock());
  const shared = { knownAs, referralCode: referral.read(request, clock()), requestId: request.id };
  return identity.kind === 'member'
    ? { visitorId: cookies.readVisitor(request), sessionId: identity.sessionId, ...shared }
    : { visitorId: identity.visitorId, sessionId: undefined, ...shared };
}

/** Sets the session cookie and adds the browser to the known browsers of the account. */
export function giveSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { account, claims }: { account: AccountRow; claims: SessionClaims },
  { cookies, knownBrowsers, clock, logger }: GatewayDeps,
): void {
  cookies.giveSession(reply, claims);
  knownBrowsers.give(request, reply, account, clock());
  logger.info({ requestId: request.id, accountId: account.id }, 'started session');
}

/** Deletes the referral cookie after a sign-up, because a referral counts for only one new account. */
export function spendReferral(
  reply: FastifyReply,
  { referralCode }: Before,
  { referral }: GatewayDeps,
): void {
  if (referralCode !== undefined) referral.take(reply);
}

/**
 * Opens a session for an account and links the visitor's uploads to the account. The caller's transaction must have
 * inserted or locked the account.
 */
export async function beginSession(
  trx: Transaction<GatewayTables>,
  accountId: string,
  before: Before,
  now: Date,
): Promise<SessionClaims> {
  if (before.sessionId !== undefined) await endSession(trx, before.sessionId);
  if (before.visitorId) await linkVisitor(trx, before.visitorId, accountId, now);
  return openSession(trx, accountId, now);
}
