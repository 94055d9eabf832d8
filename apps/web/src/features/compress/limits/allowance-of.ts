import type { Stats } from '@gossamer/contracts/stats';
import type { Failure } from '../../../lib/api-failure.ts';

/** Number of remaining compressions at or below which the page shows how many remain. */
const scarceFrom = 10;

export type Allowance =
  | { name: 'plenty' }
  | { name: 'scarce'; left: number; limit: number }
  | { name: 'usedUp'; failure: Failure };

type Day = Pick<Stats, 'dailyLimit' | 'dailyUsed' | 'resetsAt'>;

/**
 * Returns today's remaining allowance. A limit reported by an upload takes precedence over the statistics. Both are
 * ignored after the daily reset.
 */
export function allowanceOf(
  day: Day | undefined,
  reachedLimit: Failure | undefined,
  nowMs: number,
): Allowance {
  const isOver = (resetsAt: string | number) => new Date(resetsAt).getTime() <= nowMs;
  if (reachedLimit && !isOver(reachedLimit.details?.resetsAt ?? Number.NaN)) {
    return { name: 'usedUp', failure: reachedLimit };
  }
  if (!day || day.dailyLimit === null || isOver(day.resetsAt)) return { name: 'plenty' };
  const { dailyLimit: limit, dailyUsed, resetsAt } = day;
  const left = Math.max(0, limit - dailyUsed);
  if (left === 0) {
    return { name: 'usedUp', failure: { reason: 'daily_limit_reached', details: { limit, resetsAt } } };
  }
  return left <= scarceFrom ? { name: 'scarce', left, limit } : { name: 'plenty' };
}
