import { freeTries } from '@gossamer/contracts/limits';
import { AppError } from '@gossamer/service-kit/errors';
import type { Kysely } from 'kysely';
import type { GatewayConfig } from '../config.ts';
import type { GatewayTables } from '../db/schema.ts';
import type { Identity } from '../http/identity/identity.ts';
import { count } from './counters.ts';
import { freeCounters } from './free-counters.ts';
import { secondsUntil, windowEnd, windowStart } from './windows.ts';

type Db = Kysely<GatewayTables>;

/** State of a daily quota, as sent in the response headers. */
export interface Allowance {
  limit: number;
  used: number;
  resetsAt: Date;
}

/**
 * The quota that a compression counts against: the day, and the counter subjects, starting with that of the member or
 * visitor. Stored in the compression's row.
 */
export interface Charge {
  quotaWindow: Date | null;
  subjects: DailySubject[];
}

export const freeOfCharge: Charge = { quotaWindow: null, subjects: [] };

/** Counter limit for plans without a daily limit, whose counters are used only for statistics. */
const unlimited = 2_147_483_647;

/** A counter subject and its daily limit. */
export interface DailySubject {
  subject: string;
  allowance: number;
}

/**
 * Returns the subjects to count and their daily limits: first the member or visitor, then the IP address if the
 * caller could easily create another identity. The order must be fixed, because counters are locked in this order.
 */
export function dailySubjects(identity: Identity, config: GatewayConfig): DailySubject[] {
  const plan = identity.tier === 'pro' ? config.plans.pro : config.plans.free;
  const own = { subject: identity.owner, allowance: plan.dailyCompressions ?? unlimited };
  const addresses = addressOf(identity).map((subject) => ({
    subject,
    allowance: config.addressDailyCompressions,
  }));
  return [own, ...addresses];
}

/**
 * Returns the counter subject for the IP address if the caller also counts against it. This applies to visitors,
 * because cookies are easily deleted, and to members with an unconfirmed email address, because such accounts are
 * easily created. It does not apply to Pro members, because Pro requires a payment or a promo code.
 */
function addressOf(identity: Identity): string[] {
  if (identity.kind === 'visitor') return [identity.ownerKey];
  const { tier, account, addressSubject } = identity;
  const isConfirmed = tier === 'pro' || account.emailVerifiedAt !== null;
  return isConfirmed || addressSubject === '' ? [] : [addressSubject];
}

/**
 * Returns the day and the counter subjects that a new compression counts against. The SQL function `accept_compression`
 * does the counting.
 */
export function chargeOf(identity: Identity, config: GatewayConfig, now: Date): Charge {
  return { quotaWindow: windowStart(now), subjects: dailySubjects(identity, config) };
}

/**
 * Returns the state of the daily quota after one more compression, or null if the quota is unlimited or the compression
 * did not count.
 */
export function allowanceAfter(
  { quotaWindow, subjects: [own] }: Charge,
  used: number | null,
): Allowance | null {
  if (used === null || quotaWindow === null || own === undefined || own.allowance === unlimited) return null;
  return { limit: own.allowance, used, resetsAt: windowEnd(quotaWindow) };
}

/**
 * Error codes for an IP address without remaining quota. They differ because visitors can sign up, whereas members
 * can confirm their email address.
 */
const addressCodes = { visitor: 'address_limit_reached', member: 'unconfirmed_limit_reached' } as const;

/** Thrown if a daily quota is used up. Contains the counter subject, the limit and the reset time. */
export class LimitReachedError extends AppError {
  readonly subject: string;
  readonly allowance: Allowance;

  constructor({ subject, allowance: limit }: DailySubject, identity: Identity, now: Date) {
    const resetsAt = windowEnd(windowStart(now));
    super(subject === identity.owner ? 'daily_limit_reached' : addressCodes[identity.kind], {
      retryAfterSeconds: secondsUntil(resetsAt, now),
      details: { limit, resetsAt: resetsAt.toISOString() },
    });
    this.subject = subject;
    this.allowance = { limit, used: limit, resetsAt };
  }
}

/**
 * Counts a compression that is exempt from the quota because of its kind. Returns false if the daily limit for that
 * kind is reached.
 */
export async function tryFreeCompression(
  db: Db,
  kind: 'samples' | 'ownResults',
  identity: Identity,
  now: Date,
): Promise<boolean> {
  const windowStartsAt = windowStart(now);
  const counters = freeCounters(kind, [identity.owner, ...addressOf(identity)], windowStartsAt);
  return (await count(db, counters)).length === counters.length;
}

/** Counts a repeated compression of an upload's original. Returns false if all free tries of the upload are used up. */
export async function tryFreeRepeat(db: Db, uploadId: string, now: Date): Promise<boolean> {
  const counter = { subject: `upload:${uploadId}`, kind: 'tries', windowStartsAt: windowStart(now) } as const;
  return (await count(db, [{ ...counter, allowance: freeTries }])).length > 0;
}
