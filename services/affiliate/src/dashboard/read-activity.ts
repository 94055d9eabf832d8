import type { AffiliateDashboard } from '@gossamer/contracts/affiliate';
import { type Kysely, sql } from 'kysely';
import type { AffiliateTables } from '../db/schema.ts';
import { utcDay } from '../ledger/calendar.ts';

type Db = Kysely<AffiliateTables>;

const dayMs = 24 * 3_600_000;

/** Returns a partner's totals: clicks on referral links, referred sign-ups and referred paying members. */
export async function readTotals(db: Db, partnerId: string): Promise<AffiliateDashboard['totals']> {
  const { rows } = await sql<Record<'clicks' | 'signups' | 'paying', string>>`
    select
      (select coalesce(sum(clicks), 0) from click_days where partner_id = ${partnerId}) as clicks,
      (select count(*) from accounts where partner_id = ${partnerId} and account_id not in (select account_id from own_accounts)) as signups,
      (select count(distinct account_id) from commissions
        where partner_id = ${partnerId} and account_id not in (select account_id from own_accounts)) as paying`.execute(
    db,
  );
  const [clicks, signups, payingMembers] = [rows[0]?.clicks, rows[0]?.signups, rows[0]?.paying].map(Number);
  return {
    clicks: clicks ?? 0,
    signups: signups ?? 0,
    payingMembers: payingMembers ?? 0,
    conversionPercent: clicks ? ((payingMembers ?? 0) * 100) / clicks : null,
  };
}

/** Returns clicks, sign-ups and first payments for each of the last `count` days including today, oldest first. */
export async function readDays(
  db: Db,
  partnerId: string,
  count: number,
  now: Date,
): Promise<AffiliateDashboard['days']> {
  const days = Array.from({ length: count }, (_, index) =>
    utcDay(new Date(now.getTime() - (count - 1 - index) * dayMs)),
  );
  const from = days[0] ?? utcDay(now);
  const [clicks, signups, subscriptions] = await Promise.all([
    sql<DayCount>`select day, clicks as count from click_days
      where partner_id = ${partnerId} and day >= ${from}`.execute(db),
    sql<DayCount>`select referred_on as day, count(*) as count from accounts
      where partner_id = ${partnerId} and account_id not in (select account_id from own_accounts) and referred_on >= ${from}
      group by referred_on`.execute(db),
    sql<DayCount>`select day, count(*) as count from (
        select to_char(min(paid_at) at time zone 'UTC', 'YYYY-MM-DD') as day from commissions
        where partner_id = ${partnerId} group by account_id
      ) firsts where day >= ${from} group by day`.execute(db),
  ]);
  return days.map((day) => ({
    day,
    clicks: countOn(day, clicks.rows),
    signups: countOn(day, signups.rows),
    subscriptions: countOn(day, subscriptions.rows),
  }));
}

interface DayCount {
  day: string;
  /** Sum or count for the day. The database driver returns sums as strings. */
  count: number | string;
}

function countOn(day: string, counts: DayCount[]): number {
  return Number(counts.find((count) => count.day === day)?.count ?? 0);
}
