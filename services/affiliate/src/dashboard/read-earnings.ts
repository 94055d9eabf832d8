import { type AffiliateDashboard, affiliateProgram } from '@gossamer/contracts/affiliate';
import { type Kysely, sql } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import { nextPeriod, periodOf, startOf } from '../ledger/calendar.ts';

type Db = Kysely<AffiliateTables>;

/** Returns a partner's earnings in cents by state: held, due, in payouts or paid. */
export async function readEarnings(
  db: Db,
  partnerId: string,
  now: Date,
): Promise<AffiliateDashboard['earnings']> {
  const { rows } = await sql<Record<'held' | 'due' | 'reversed', string>>`
    select
      coalesce(sum(earned_cents - settled_cents) filter (where held_until > ${now}), 0) as held,
      coalesce(sum(earned_cents - settled_cents) filter (where held_until <= ${now}), 0) as due,
      coalesce(sum(commission_cents - earned_cents), 0) as reversed
    from commissions where partner_id = ${partnerId}`.execute(db);
  const payouts = await db
    .selectFrom('payouts')
    .select('status')
    .select((select) => select.fn.sum<string>('amountCents').as('cents'))
    .where('partnerId', '=', partnerId)
    .groupBy('status')
    .execute();
  const inStatus = (...statuses: string[]) =>
    payouts
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, { cents }) => sum + Number(cents), 0);
  return {
    heldCents: Number(rows[0]?.held),
    dueCents: Number(rows[0]?.due),
    inPayoutCents: inStatus('open', 'sent'),
    paidCents: inStatus('paid'),
    reversedCents: Number(rows[0]?.reversed),
  };
}

/** Returns the date of a partner's next payout run and the amount that it is expected to pay. */
export async function readNextPayout(
  db: Db,
  partnerId: string,
  now: Date,
): Promise<AffiliateDashboard['nextPayout']> {
  const run = await db
    .selectFrom('payoutRuns')
    .select('closedAt')
    .where('period', '=', periodOf(now))
    .executeTakeFirst();
  const period = run?.closedAt ? nextPeriod(periodOf(now)) : periodOf(now);
  const { rows } = await sql<{ cents: string }>`
    select coalesce(sum(earned_cents - settled_cents), 0) as cents from commissions
    where partner_id = ${partnerId} and held_until <= ${startOf(period)}`.execute(db);
  return { period, expectedCents: Number(rows[0]?.cents), minimumCents: affiliateProgram.minPayoutCents };
}
