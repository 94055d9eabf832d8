import { expect, it } from 'vitest';
import { withoutPayment } from './without-payment.ts';

it.each([
  ['?payment=success', ''],
  ['', ''],
  ['?lang=de&payment=success', '?lang=de'],
  [
    '?payment=success&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded&ref=x',
    '?ref=x',
  ],
])('removes the payment parameters from "%s"', (search, rest) => {
  expect(withoutPayment(search)).toBe(rest);
});
