import type Stripe from 'stripe';
import type { BillingDeps } from '../../deps.ts';
import { readPaymentOfIntent } from '../../ledger/read-from-stripe.ts';
import type { Snapshot } from '../../ledger/snapshot.ts';

/** Money went back, all of it or some. */
export function chargeRefunded(
  deps: BillingDeps,
  event: { data: { object: Stripe.Charge } },
): Promise<Snapshot> {
  return readPaymentOfIntent(deps, event.data.object.payment_intent);
}
