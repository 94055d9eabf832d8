import type { PaymentIntentResult } from '@stripe/stripe-js';
import type { PaymentOutcome } from '../payment-provider.ts';

/** What the provider answered, in our words. `fallback` is for an error without a message. */
export function outcomeOf({ error, paymentIntent }: PaymentIntentResult, fallback: string): PaymentOutcome {
  const status = paymentIntent?.status ?? error?.payment_intent?.status;
  // Paid already, by an answer that got lost; or on its way, which the server finds out about.
  if (status === 'succeeded' || status === 'processing') return { status: 'paid' };
  return {
    status: 'failed',
    message: error?.message ?? fallback,
    ...(status === 'canceled' && { isOver: true }),
  };
}
