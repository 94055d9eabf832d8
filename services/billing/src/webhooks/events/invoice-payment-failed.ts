import type Stripe from 'stripe';
import type { BillingDeps } from '../../deps.ts';
import { readInvoice } from '../../ledger/read-from-stripe.ts';
import { nothing, type Snapshot } from '../../ledger/snapshot.ts';

/** A renewal failed: the subscription is past due, or Stripe has given it up. */
export async function invoicePaymentFailed(
  deps: BillingDeps,
  event: { data: { object: Stripe.Invoice } },
): Promise<Snapshot> {
  const { id } = event.data.object;
  return id ? readInvoice(deps, id) : nothing;
}
