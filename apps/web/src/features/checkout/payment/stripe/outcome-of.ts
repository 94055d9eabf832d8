import type { PaymentIntentResult } from '@stripe/stripe-js';
import type { PaymentOutcome } from '../payment-provider.ts';

/** Converts Stripe's payment result to an outcome. `fallback` is the message if Stripe provides none. */
export function outcomeOf({ error, paymentIntent }: PaymentIntentResult, fallback: string): PaymentOutcome {
  const status = paymentIntent?.status ?? error?.payment_intent?.status;
  // A payment in `processing` is treated as paid; the server receives the final result through a webhook. An error can
  // concern a payment that has the status `succeeded`, because the response to an earlier request was lost.
  if (status === 'succeeded' || status === 'processing') return { status: 'paid' };
  return {
    status: 'failed',
    message: error?.message ?? fallback,
    ...(status === 'canceled' && { isOver: true }),
  };
}
