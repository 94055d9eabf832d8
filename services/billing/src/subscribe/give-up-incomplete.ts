import { AppError } from '@gossamer/service-kit/errors';
import type Stripe from 'stripe';
import { cancelNow } from '../mirror/tidy-up.ts';

/**
 * Cancels an unpaid subscription. Voids its invoice first: Stripe either voids an open invoice or reports it as paid,
 * so no payment can be lost. Returns true if the invoice was paid in the meantime; the subscription is then kept.
 */
export async function giveUpIncomplete(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  const invoice = subscription.latest_invoice;
  const invoiceId = typeof invoice === 'string' ? invoice : invoice?.id;
  if (invoiceId && (await isPaidInstead(stripe, invoiceId))) return true;
  await cancelNow(stripe, subscription.id);
  return false;
}

/**
 * Voids an invoice. Returns true if the invoice was already paid.
 * @throws AppError `payment_provider_unavailable` if the invoice is still open
 */
async function isPaidInstead(stripe: Stripe, invoiceId: string): Promise<boolean> {
  try {
    await stripe.invoices.voidInvoice(invoiceId);
    return false;
  } catch (error) {
    const { status } = await stripe.invoices.retrieve(invoiceId);
    if (status === 'open') {
      throw new AppError('payment_provider_unavailable', { retryAfterSeconds: 10, cause: error });
    }
    if (status !== 'void' && status !== 'paid') throw error;
    return status === 'paid';
  }
}
