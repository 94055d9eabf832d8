import type Stripe from 'stripe';
import type { BillingDeps } from '../../deps.ts';
import { readInvoice } from '../../ledger/read-from-stripe.ts';
import { nothing, type Snapshot } from '../../ledger/snapshot.ts';

/** The first payment or a renewal. The subscription goes with it: its own event may come later. */
export async function invoicePaid(
  deps: BillingDeps,
  event: { data: { object: Stripe.Invoice } },
): Promise<Snapshot> {
  const { id } = event.data.object;
  return id ? readInvoice(deps, id) : nothing;
}
