import type { PaymentRow } from '../db/schema.ts';
import type { BillingDeps } from '../deps.ts';
import { applySnapshot } from '../mirror/apply-snapshot.ts';
import { readAgain } from '../mirror/read-again.ts';
import { readPayment } from '../mirror/read-from-stripe.ts';
import { cancelNow, giveBack } from '../mirror/tidy-up.ts';

/**
 * Refunds a payment in full and cancels its subscription, even if the payment was for an earlier month. The operation
 * is idempotent.
 * @throws Stripe's errors
 */
export async function payBack(deps: BillingDeps, payment: PaymentRow): Promise<void> {
  if (!payment.paymentIntentId) throw new Error(`Invoice ${payment.invoiceId} was not paid through Stripe.`);
  await giveBack(deps, payment);
  if (payment.subscriptionId) await cancelNow(deps.stripe(), payment.subscriptionId);
}

/** Reads the refunded payment and its subscription from Stripe without waiting for events. */
export async function readBack(deps: BillingDeps, payment: PaymentRow): Promise<void> {
  const snapshot = await readPayment(deps, payment.invoiceId);
  await deps.db.transaction().execute((trx) => applySnapshot(trx, snapshot, deps.clock()));
  if (payment.subscriptionId) await readAgain(deps, payment.subscriptionId);
}
