import { dailyFree, visitorsPerAddress } from '@gossamer/contracts/limits';
import { AppError } from '@gossamer/service-kit/errors';
import type { Kysely } from 'kysely';
import type { GatewayConfig } from '../config.ts';
import type { CompressionRow, GatewayTables } from '../db/schema.ts';
import type { Identity } from '../http/identity/identity.ts';
import { type Counter, count, uncount } from './counters.ts';
import { monthOf, secondsUntil, windowEnd, windowStart } from './windows.ts';

type Db = Kysely<GatewayTables>;

/** What of a day is used and left, as the answer's headers tell it. */
export interface Allowance {
  limit: number;
  used: number;
  resetsAt: Date;
}

/** What one compression counts against, the member or visitor first; kept on its row. */
export interface Charge {
  quotaWindow: Date | null;
  subjects: DailySubject[];
}

export const freeOfCharge: Charge = { quotaWindow: null, subjects: [] };

/** Stands for "no limit" in a counter that is kept all the same. */
const unlimited = 2_147_483_647;

/** Who is counted, and how often a day at most. */
export interface DailySubject {
  subject: string;
  allowance: number;
}

/**
 * Returns who is counted, and how often a day at most: the member or the visitor, and with it the address where a new
 * identity costs nothing. Always in this order, by which counters are locked.
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
 * The address that counts beside its owner: a visitor's, since a cookie is thrown away, and that of a member who has not
 * confirmed the email address, since such accounts are made at will. Pro needs a payment or a code, which are not.
 */
function addressOf(identity: Identity): string[] {
  if (identity.kind === 'visitor') return [identity.fairKey];
  const { tier, account, addressSubject } = identity;
  const isConfirmed = tier === 'pro' || account.emailVerifiedAt !== null;
  return isConfirmed || addressSubject === '' ? [] : [addressSubject];
}

/** What a compression of today is to be counted as; it is counted where it is accepted. */
export function chargeOf(identity: Identity, config: GatewayConfig, now: Date): Charge {
  return { quotaWindow: windowStart(now), subjects: dailySubjects(identity, config) };
}

/** What is left of the day after one more was counted; null without a limit, or when nothing was. */
export function allowanceAfter(
  { quotaWindow, subjects: [own] }: Charge,
  used: number | null,
): Allowance | null {
  if (used === null || quotaWindow === null || own === undefined || own.allowance === unlimited) return null;
  return { limit: own.allowance, used, resetsAt: windowEnd(quotaWindow) };
}

/** Where the address's day is used up: what the client can do about it differs. */
const addressCodes = { visitor: 'address_limit_reached', member: 'unconfirmed_limit_reached' } as const;

/** The refusal of what is beyond a day's limit: whose, which, and until when. */
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

/** Returns whether one more of its kind is free today, and counts it. */
export async function isFree(
  db: Db,
  kind: 'samples' | 'ownResults',
  identity: Identity,
  now: Date,
): Promise<boolean> {
  const windowStartsAt = windowStart(now);
  const counters = freeCounters(kind, [identity.owner, ...addressOf(identity)], windowStartsAt);
  return (await count(db, counters)).length === counters.length;
}

/**
 * Gives back what a failed compression was counted as, while its subjects have free failures left that day.
 * Subject by subject, in the order of every charge.
 */
export async function refund(
  trx: Db,
  row: Pick<CompressionRow, 'quotaWindow' | 'quotaSubjects' | 'source'>,
): Promise<void> {
  const { quotaWindow, quotaSubjects, source } = row;
  if (quotaWindow === null) return;
  for (const counter of freeCounters('failures', quotaSubjects, quotaWindow)) {
    const isFree = (await count(trx, [counter])).length > 0;
    if (isFree) await uncount(trx, { ...counter, kind: 'compressions' });
    if (isFree && source === 'api') await uncount(trx, monthCounter(counter.subject, quotaWindow));
  }
}

/** What an account's programs have compressed in the month of a moment. */
export function monthCounter(subject: string, now: Date) {
  return { subject, kind: 'apiMonth' as const, windowStartsAt: monthOf(now).startsAt };
}

/** The first subject has what one visitor or member has; an address what five have. */
function freeCounters(
  kind: keyof typeof dailyFree,
  subjects: readonly string[],
  windowStartsAt: Date,
): Counter[] {
  return subjects.map((subject, index) => ({
    subject,
    kind,
    windowStartsAt,
    allowance: dailyFree[kind] * (index === 0 ? 1 : visitorsPerAddress),
  }));
}
