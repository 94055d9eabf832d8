import type { GatewayDeps } from '../deps.ts';
import { forgetCountersBefore } from '../limits/counters.ts';

/** Counters are looked at for a day; one more, since a failure may give back what was counted the day before. */
const countersMs = 48 * 3_600_000;

/** Forgets the counters of days gone by. Returns how many went. */
export function forgetCounters({ db, clock }: Pick<GatewayDeps, 'db' | 'clock'>): Promise<number> {
  return forgetCountersBefore(db, new Date(clock().getTime() - countersMs));
}
