import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';

type Db = Kysely<GatewayTables>;

/** One counter: who, what, since when, and how often at most. */
export interface Counter {
  subject: string;
  kind:
    | 'compressions'
    /** Of programs, in a calendar month. */
    | 'apiMonth'
    | 'samples'
    | 'failures'
    /** Uploads that were answered with an earlier result. */
    | 'ownResults'
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
    | 'webhook';
  windowStartsAt: Date;
  allowance: number;
}

/**
 * Adds one to each counter that has room left, and gives those it could add to, with their new state. Counters are
 * locked in the order given until the transaction ends: whoever takes several must always take them in the same order.
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

/** Takes one back. */
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

/** How often it was done in the window; 0 for a counter that nobody has touched. */
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

/** Forgets what was counted before; months stay for a while longer. */
export async function pruneCountersBefore(db: Db, before: Date, monthsBefore: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('counters')
    .where('windowStartsAt', '<', before)
    .where((where) => where.or([where('kind', '!=', 'apiMonth'), where('windowStartsAt', '<', monthsBefore)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
