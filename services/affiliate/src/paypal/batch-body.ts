import { centsAsText } from '../ledger/cents-as-text.ts';
import type { PaypalItem } from './paypal.ts';

/** PayPal's maximum number of items per batch. */
const maxItems = 15_000;

/** Returns the request body for creating a batch. @throws RangeError if PayPal would reject the batch */
export function batchBody(senderBatchId: string, items: PaypalItem[]) {
  if (items.length < 1 || items.length > maxItems) {
    throw new RangeError(`Expected 1 to ${maxItems} items in a batch, got ${items.length}.`);
  }
  return {
    sender_batch_header: {
      sender_batch_id: senderBatchId,
      email_subject: 'Your Gossamer affiliate payout',
      email_message: 'Gossamer has sent your affiliate commissions.',
    },
    items: items.map(({ payoutId, email, amountCents, note }) => ({
      recipient_type: 'EMAIL',
      receiver: email,
      amount: { value: dollarsOf(amountCents), currency: 'USD' },
      note,
      sender_item_id: payoutId,
    })),
  };
}

/**
 * Formats cents as an amount in dollars for PayPal, without floating-point arithmetic.
 * @throws RangeError if the amount is not a positive whole number
 */
function dollarsOf(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 1)
    throw new RangeError('The amount must be a positive whole number of cents.');
  return centsAsText(cents);
}
