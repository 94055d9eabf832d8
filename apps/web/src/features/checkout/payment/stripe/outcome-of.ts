import type { PaymentIntentResult } from '@stripe/stripe-js';
import type { PaymentOutcome } from '../payment-provider.ts';

/** Converts Stripe's result to an outcome. `fallback` is the message of an error without one. */
export function outcomeOf({ error, paymentIntent }: PaymentIntentResult, fallback: string): PaymentOutcome {
  const status = paymentIntent?.status ?? error?.payment_intent?.status;
  // Already paid by a request whose answer was lost, or processing, whose end the server is notified of.
  if (status === 'succeeded' || status === 'processing') return { status: 'paid' };
  return {
    status: 'failed',
    message: error?.message ?? fallback,
    ...(status === 'canceled' && { isOver: true }),
  };
}
