import { expect, it } from 'vitest';
import { AnswerError, ApiError, NetworkError } from '../../../lib/api-error.ts';
import { readSetup, setupProblemOf } from './read-setup.ts';

const setup = {
  status: 'incomplete',
  customerId: 'cus_1',
  isNew: true,
  promotion: null,
  plan: 'free',
  planVersion: 1,
} as const;

it.each([
  [
    { ...setup, clientSecret: 'pi_1_secret_2' },
    { step: 'pay', clientSecret: 'pi_1_secret_2' },
  ],
  [setup, { step: 'broken' }],
  [{ ...setup, clientSecret: '' }, { step: 'broken' }],
  [{ ...setup, status: 'active' } as const, { step: 'free' }],
  [{ ...setup, status: 'active', isNew: false } as const, { step: 'subscribed' }],
])('returns the next checkout step for response %#', (answer, expected) => {
  expect(readSetup(answer)).toEqual(expected);
});

const apiError = (status: number, code: string) =>
  new ApiError({
    status,
    statusText: '',
    bodyText: JSON.stringify({ code, message: 'x' }),
    retryAfter: null,
  });

it.each([
  [new NetworkError('Failed to reach the server'), 'setUpSubscription'],
  [new AnswerError('Unknown response format'), 'setUpPayment'],
  [apiError(503, 'payments_not_configured'), 'configuration'],
  [apiError(503, 'payment_provider_unavailable'), 'createSubscription'],
  [apiError(500, 'internal'), 'createSubscription'],
])('returns the problem to show for error %#: %s', (error, expected) => {
  expect(setupProblemOf(error)).toBe(expected);
});
