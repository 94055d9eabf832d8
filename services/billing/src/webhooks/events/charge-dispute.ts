import type Stripe from 'stripe';
import type { BillingDeps } from '../../deps.ts';
import { readPaymentOfIntent } from '../../ledger/read-from-stripe.ts';
import type { Snapshot } from '../../ledger/snapshot.ts';

/** A payer's bank took the money back, or the dispute about it went on or ended. */
export function chargeDispute(
  deps: BillingDeps,
  event: { data: { object: Stripe.Dispute } },
): Promise<Snapshot> {
  return readPaymentOfIntent(deps, event.data.object.payment_intent);
}
