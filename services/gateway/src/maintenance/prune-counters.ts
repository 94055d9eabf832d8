import type { GatewayDeps } from '../deps.ts';
import { pruneCountersBefore } from '../limits/counters.ts';

/** Retention period of daily counters in ms: two days, because a failed job may release the previous day's quota. */
const countersMs = 48 * 3_600_000;
/** Retention period of monthly counters in milliseconds: a month and a few days. */
const monthsMs = 40 * 24 * 3_600_000;

/** Deletes counters that are no longer needed. Returns the number of deleted rows. */
export function pruneCounters({ db, clock }: Pick<GatewayDeps, 'db' | 'clock'>): Promise<number> {
  const ago = (durationMs: number) => new Date(clock().getTime() - durationMs);
  return pruneCountersBefore(db, ago(countersMs), ago(monthsMs));
}
