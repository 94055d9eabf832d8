import { AppError } from '@gossamer/service-kit/errors';
import type Stripe from 'stripe';
import { cancelNow } from '../mirror/tidy-up.ts';

/**
 * Ends a subscription that was not paid for, so that it cannot be any more. Its invoice goes first: Stripe voids an open
 * one or says that it is paid, and never both. True when it was paid in this very moment and so stays.
 */
export async function giveUpIncomplete(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  const invoice = subscription.latest_invoice;
  const invoiceId = typeof invoice === 'string' ? invoice : invoice?.id;
  if (invoiceId && (await isPaidInstead(stripe, invoiceId))) return true;
  await cancelNow(stripe, subscription.id);
  return false;
}

/** @throws AppError `payment_provider_unavailable` while a payment of it is on its way */
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
