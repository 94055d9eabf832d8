import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';

type Db = Kysely<GatewayTables>;

/** A counter for one subject and kind, with the start of its time window and its limit. */
export interface Counter {
  subject: string;
  kind:
    | 'compressions'
    /** Counts compressions by API clients per calendar month. */
    | 'apiMonth'
    | 'samples'
    | 'failures'
    /** Counts uploads for which an earlier result of the same owner was returned. */
    | 'ownResults'
    /** Counts how often an uploaded original was compressed again with other settings. */
    | 'tries'
    | 'login'
    | 'signup'
    | 'mail'
    | 'promoCode'
    | 'subscription'
    | 'confirmation'
    | 'portal'
    | 'refundRequest'
    | 'affiliateApplication'
    | 'affiliateClick'
    | 'affiliateFile'
    | 'payoutEmail'
    | 'apiKey'
    | 'webhook'
    | 'savedSettings'
    | 'deviceResult';
  windowStartsAt: Date;
  allowance: number;
}

/**
 * Increments each counter that is below its limit, and returns the incremented counters with their new values. Counters
 * are locked in the given order until the transaction ends, so all callers must pass them in the same order.
 */
export async function count(
  db: Db,
  counters: readonly Counter[],
): Promise<{ subject: string; used: number }[]> {
  const counted: { subject: string; used: number }[] = [];
  for (const { subject, kind, windowStartsAt, allowance } of counters) {
    const { rows } = await sql<{ used: number | null }>`
      select count_up(${subject}, ${kind}, ${windowStartsAt}, ${allowance}) as used`.execute(db);
    const used = rows[0]?.used ?? null;
    if (used !== null) counted.push({ subject, used });
  }
  return counted;
}

/** Decrements a counter, but not below zero. */
export async function uncount(
  db: Db,
  { subject, kind, windowStartsAt }: Omit<Counter, 'allowance'>,
): Promise<void> {
  await db
    .updateTable('counters')
    .set({ used: sql<number>`greatest(used - 1, 0)` })
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .where('windowStartsAt', '=', windowStartsAt)
    .execute();
}

/** Returns the value of a counter in the given window, or 0 if the counter does not exist. */
export async function usedOf(
  db: Db,
  { subject, kind, windowStartsAt }: Omit<Counter, 'allowance'>,
): Promise<number> {
  const row = await db
    .selectFrom('counters')
    .select('used')
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .where('windowStartsAt', '=', windowStartsAt)
    .executeTakeFirst();
  return row?.used ?? 0;
}

/**
 * Deletes counters whose windows started before `before`. Monthly counters are deleted only if their windows also
 * started before `monthsBefore`. Returns the number of deleted counters.
 */
export async function pruneCountersBefore(db: Db, before: Date, monthsBefore: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('counters')
    .where('windowStartsAt', '<', before)
    .where((where) => where.or([where('kind', '!=', 'apiMonth'), where('windowStartsAt', '<', monthsBefore)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
