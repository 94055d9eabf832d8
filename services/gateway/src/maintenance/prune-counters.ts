import type { GatewayDeps } from '../deps.ts';
import { pruneCountersBefore } from '../limits/counters.ts';

/** Counters are needed for a day, and one more: a failure may release the quota of the day before. */
const countersMs = 48 * 3_600_000;
/** A month, plus a few days for looking back. */
const monthsMs = 40 * 24 * 3_600_000;

/** Deletes the counters of past days. Returns the number of deleted rows. */
export function pruneCounters({ db, clock }: Pick<GatewayDeps, 'db' | 'clock'>): Promise<number> {
  const ago = (durationMs: number) => new Date(clock().getTime() - durationMs);
  return pruneCountersBefore(db, ago(countersMs), ago(monthsMs));
}
