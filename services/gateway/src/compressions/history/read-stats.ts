import type { Stats } from '@gossamer/contracts/stats';
import { sql } from 'kysely';
import type { GatewayDeps } from '../../deps.ts';
import type { Identity } from '../../http/identity/identity.ts';
import { usedOf } from '../../limits/counters.ts';
import { windowEnd, windowStart } from '../../limits/windows.ts';

/** Returns the statistics of an owner, as defined by the `stats` contract. */
export async function readStats(deps: GatewayDeps, identity: Identity): Promise<Stats> {
  const today = windowStart(deps.clock());
  const { plans } = deps.config;
  const { dailyCompressions } = identity.tier === 'pro' ? plans.pro : plans.free;
  // Run the queries sequentially, so that each owner uses only one connection.
  const sums = await sumUp(deps, identity, today);
  const counter = { subject: identity.owner, kind: 'compressions', windowStartsAt: today } as const;
  const dailyUsed = await usedOf(deps.db, counter);
  return { ...sums, dailyLimit: dailyCompressions, dailyUsed, resetsAt: windowEnd(today).toISOString() };
}

/** Adds up an owner's daily totals. Reads at most one row per day, regardless of the number of compressions. */
async function sumUp(deps: GatewayDeps, { owner }: Identity, today: Date) {
  const isToday = sql<boolean>`day >= ${today.toISOString().slice(0, 10)}::date`;
  const sums = await deps.db
    .selectFrom('compressionSums')
    .where('owner', '=', owner)
    .select([
      sql<string>`coalesce(sum(compressions), 0)`.as('total'),
      sql<string>`coalesce(sum(compressions) filter (where ${isToday}), 0)`.as('ofToday'),
      sql<string>`coalesce(sum(saved_bytes), 0)`.as('saved'),
      sql<string>`coalesce(sum(saved_bytes) filter (where ${isToday}), 0)`.as('savedToday'),
      sql<string>`coalesce(sum(reduction_percent) / nullif(sum(compressions), 0), 0)`.as('reduction'),
    ])
    .executeTakeFirstOrThrow();
  return {
    compressionsToday: Number(sums.ofToday),
    sizeSavedToday: Number(sums.savedToday),
    totalCompressions: Number(sums.total),
    totalSizeSaved: Number(sums.saved),
    averageReduction: Number(sums.reduction),
  };
}
