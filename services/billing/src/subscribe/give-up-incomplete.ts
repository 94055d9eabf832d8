import type Stripe from 'stripe';
import { cancelNow } from '../ledger/tidy-up.ts';

/**
 * Ends a subscription that was not paid for, so that it cannot be any more. Its invoice goes first: Stripe voids an open
 * one or says that it is paid, and never both. True when it was paid in this very moment and so stays.
 */
export async function giveUpIncomplete(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  const invoice = subscription.latest_invoice;
  const invoiceId = typeof invoice === 'string' ? invoice : invoice?.id;
  if (invoiceId) {
    try {
      await stripe.invoices.voidInvoice(invoiceId);
    } catch (error) {
      const { status } = await stripe.invoices.retrieve(invoiceId);
      if (status === 'paid') return true;
      if (status !== 'void') throw error;
    }
  }
  await cancelNow(stripe, subscription.id);
  return false;
}
