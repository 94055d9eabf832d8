import type { PaymentIntentResult } from '@stripe/stripe-js';
import type { PaymentOutcome } from '../payment-provider.ts';

/** Converts Stripe's result to an outcome. `fallback` is the message for an error that has none. */
export function outcomeOf({ error, paymentIntent }: PaymentIntentResult, fallback: string): PaymentOutcome {
  const status = paymentIntent?.status ?? error?.payment_intent?.status;
  // `processing` counts as paid, because a webhook informs the server when the processing ends. An error can have the
  // status `succeeded` if an earlier response was lost.
  if (status === 'succeeded' || status === 'processing') return { status: 'paid' };
  return {
    status: 'failed',
    message: error?.message ?? fallback,
    ...(status === 'canceled' && { isOver: true }),
  };
}
