import type { BillingDeps } from '../deps.ts';
import { applySnapshot } from './apply-snapshot.ts';
import { readSubscription } from './read-from-stripe.ts';

/** Reads a subscription from Stripe and stores it. Returns the ids of the affected accounts. */
export async function readAndApply(deps: BillingDeps, subscriptionId: string): Promise<string[]> {
  const snapshot = await readSubscription(deps, subscriptionId);
  return deps.db.transaction().execute((trx) => applySnapshot(trx, snapshot, deps.clock()));
}
