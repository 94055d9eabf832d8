import { AppError } from '@gossamer/service-kit/errors';
import type Stripe from 'stripe';
import { cancelNow } from '../mirror/tidy-up.ts';

/**
 * Cancels an unpaid subscription, so that it can no longer be paid. The invoice is voided first, because Stripe either
 * voids an open invoice or reports it as paid, never both. Returns true if it was paid in the meantime and is kept.
 */
export async function giveUpIncomplete(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  const invoice = subscription.latest_invoice;
  const invoiceId = typeof invoice === 'string' ? invoice : invoice?.id;
  if (invoiceId && (await isPaidInstead(stripe, invoiceId))) return true;
  await cancelNow(stripe, subscription.id);
  return false;
}

/** Voids the invoice; returns whether it is paid. @throws AppError `payment_provider_unavailable` if it stays open */
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
