import type { Stats } from '@gossamer/contracts/stats';
import { sql } from 'kysely';
import { belongsTo } from '../compression/queries.ts';
import type { GatewayDeps } from '../deps.ts';
import type { Identity } from '../identity/identity.ts';
import { usedOf } from '../limits/counters.ts';
import { windowEnd, windowStart } from '../limits/windows.ts';

/** An owner's work in numbers; see contracts for what each means. */
export async function readStats(deps: GatewayDeps, identity: Identity): Promise<Stats> {
  const today = windowStart(deps.clock());
  const { plans } = deps.config;
  const { dailyCompressions } = identity.tier === 'pro' ? plans.pro : plans.free;
  const [sums, dailyUsed] = await Promise.all([
    sumUp(deps, identity, today),
    usedOf(deps.db, { subject: identity.owner, kind: 'compressions', windowStartsAt: today }),
  ]);
  return { ...sums, dailyLimit: dailyCompressions, dailyUsed, resetsAt: windowEnd(today).toISOString() };
}

const saved = sql<number>`greatest(original_size_bytes - result_size_bytes, 0)`;

async function sumUp(deps: GatewayDeps, identity: Identity, today: Date) {
  const isToday = sql<boolean>`created_at >= ${today}`;
  const sums = await deps.db
    .selectFrom('compressions')
    .where(belongsTo(identity))
    .where('status', '=', 'completed')
    .select([
      sql<string>`count(*)`.as('total'),
      sql<string>`count(*) filter (where ${isToday})`.as('ofToday'),
      sql<string>`coalesce(sum(${saved}), 0)`.as('saved'),
      sql<string>`coalesce(sum(${saved}) filter (where ${isToday}), 0)`.as('savedToday'),
      sql<string>`coalesce(avg(100.0 * ${saved} / original_size_bytes), 0)`.as('reduction'),
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
