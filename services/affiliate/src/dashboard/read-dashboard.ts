import type { AffiliateDashboard, AffiliatePayout } from '@gossamer/contracts/affiliate';
import type { ForwardedIdentity } from '@gossamer/service-kit/identity';
import type { Kysely } from 'kysely';
import type { AffiliateTables, PartnerRow } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { referralLinkOf } from '../ledger/referral-link.ts';
import { readDays, readTotals } from './read-activity.ts';
import { readEarnings, readNextPayout } from './read-earnings.ts';

/** Returns a partner's dashboard without the list of commissions. `dayCount` is the number of days in the chart. */
export async function readDashboard(
  { db, clock, config }: AffiliateDeps,
  partner: PartnerRow,
  { isEmailVerified }: ForwardedIdentity,
  dayCount: number,
): Promise<AffiliateDashboard> {
  const { id, name, code, email, payoutEmail, commissionPercent, createdAt } = partner;
  const now = clock();
  const [totals, earnings, nextPayout, days, payouts] = await Promise.all([
    readTotals(db, id),
    readEarnings(db, id, now),
    readNextPayout(db, id, now),
    readDays(db, id, dayCount, now),
    readPayouts(db, id),
  ]);
  return {
    affiliate: {
      name,
      code,
      commissionRate: commissionPercent,
      email,
      payoutEmail,
      isEmailVerified,
      referralLink: referralLinkOf(config.publicUrl, code),
      joinedAt: createdAt.toISOString(),
    },
    totals,
    earnings,
    nextPayout,
    days,
    payouts,
  };
}

/** Returns all payouts to a partner (at most one per month). */
async function readPayouts(db: Kysely<AffiliateTables>, partnerId: string): Promise<AffiliatePayout[]> {
  const rows = await db
    .selectFrom('payouts')
    .select(['id', 'period', 'amountCents', 'payoutEmail', 'status', 'settledAt'])
    .where('partnerId', '=', partnerId)
    .orderBy('period', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, settledAt: row.settledAt?.toISOString() ?? null }));
}
