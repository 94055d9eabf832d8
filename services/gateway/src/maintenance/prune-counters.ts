import type { GatewayDeps } from '../deps.ts';
import { pruneCountersBefore } from '../limits/counters.ts';

/** Counters are looked at for a day; one more, since a failure may give back what was counted the day before. */
const countersMs = 48 * 3_600_000;
/** A month, and a few days for looking back. */
const monthsMs = 40 * 24 * 3_600_000;

/** Forgets the counters of days gone by. Returns how many went. */
export function pruneCounters({ db, clock }: Pick<GatewayDeps, 'db' | 'clock'>): Promise<number> {
  const ago = (durationMs: number) => new Date(clock().getTime() - durationMs);
  return pruneCountersBefore(db, ago(countersMs), ago(monthsMs));
}
