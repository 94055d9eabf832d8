import type { BillingDeps } from '../deps.ts';
import { applySnapshot } from './apply-snapshot.ts';
import { readSubscription } from './read-from-stripe.ts';
import { tidyUp } from './tidy-up.ts';

/** Reads a subscription from Stripe, writes it down, and sees to what follows from it. */
export async function readAgain(deps: BillingDeps, subscriptionId: string): Promise<void> {
  const snapshot = await readSubscription(deps, subscriptionId);
  const accountIds = await deps.db.transaction().execute((trx) => applySnapshot(trx, snapshot, deps.clock()));
  for (const accountId of accountIds) await tidyUp(deps, accountId);
}
