import type { PaymentIntentResult } from '@stripe/stripe-js';
import { expect, it } from 'vitest';
import { outcomeOf } from './outcome-of.ts';

it.each([
  [{ paymentIntent: { status: 'succeeded' } }, { status: 'paid' }],
  [{ paymentIntent: { status: 'processing' } }, { status: 'paid' }],
  [{ error: { message: 'Already confirmed.', payment_intent: { status: 'succeeded' } } }, { status: 'paid' }],
  [
    { error: { message: 'Your card was declined.', payment_intent: { status: 'requires_payment_method' } } },
    { status: 'failed', message: 'Your card was declined.' },
  ],
  [
    { error: { message: 'Canceled.', payment_intent: { status: 'canceled' } } },
    { status: 'failed', message: 'Canceled.', isOver: true },
  ],
  [{ error: { type: 'api_error' } }, { status: 'failed', message: 'Not paid' }],
  [{ paymentIntent: { status: 'requires_payment_method' } }, { status: 'failed', message: 'Not paid' }],
])("converts Stripe's payment result %# to an outcome", (result, expected) => {
  expect(outcomeOf(result as PaymentIntentResult, 'Not paid')).toEqual(expected);
});
