import type { PaymentRow } from '../db/schema.ts';
import type { BillingDeps } from '../deps.ts';
import { applySnapshot } from '../ledger/apply-snapshot.ts';
import { readPayment } from '../ledger/read-from-stripe.ts';
import { tidyUp } from '../ledger/tidy-up.ts';

/**
 * Pays a payment back in full, which ends its subscription and with it Pro. A second call pays nothing more.
 * @throws whatever Stripe has against it
 */
export async function payBack(deps: BillingDeps, payment: PaymentRow): Promise<void> {
  const { invoiceId, accountId, paymentIntentId } = payment;
  if (!paymentIntentId) throw new Error(`The invoice ${invoiceId} was not paid through Stripe.`);
  await deps
    .stripe()
    .refunds.create(
      { payment_intent: paymentIntentId, reason: 'requested_by_customer' },
      { idempotencyKey: `refund-${invoiceId}` },
    );
  const snapshot = await readPayment(deps, invoiceId);
  await deps.db.transaction().execute((trx) => applySnapshot(trx, snapshot, deps.clock()));
  await tidyUp(deps, accountId);
}
