import type Stripe from 'stripe';
import { newId } from '../ids.ts';

export function newRefund(
  now: number,
  charge: Stripe.Charge,
  wanted: { amount: number; reason: string | null; metadata: Stripe.Metadata },
): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount: wanted.amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: wanted.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: wanted.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}
