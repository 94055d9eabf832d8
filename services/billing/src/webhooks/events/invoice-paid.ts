import type Stripe from 'stripe';
import type { BillingDeps } from '../../deps.ts';
import { readPayment, readSubscription, subscriptionOf } from '../../ledger/read-from-stripe.ts';
import { both, nothing, type Snapshot } from '../../ledger/snapshot.ts';

/** The first payment or a renewal. The subscription goes with it: its own event may come later. */
export async function invoicePaid(
  deps: BillingDeps,
  event: { data: { object: Stripe.Invoice } },
): Promise<Snapshot> {
  const invoice = event.data.object;
  const payment = invoice.id ? await readPayment(deps, invoice.id) : nothing;
  const subscriptionId = subscriptionOf(invoice);
  return subscriptionId ? both(payment, await readSubscription(deps, subscriptionId)) : payment;
}
