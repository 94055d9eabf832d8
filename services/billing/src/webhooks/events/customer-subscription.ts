import type Stripe from 'stripe';
import type { BillingDeps } from '../../deps.ts';
import { readSubscription } from '../../ledger/read-from-stripe.ts';
import type { Snapshot } from '../../ledger/snapshot.ts';

/** A subscription began, changed, was paused, or ended: also when another card took over or a period began. */
export function customerSubscription(
  deps: BillingDeps,
  event: { data: { object: Stripe.Subscription } },
): Promise<Snapshot> {
  return readSubscription(deps, event.data.object.id);
}
