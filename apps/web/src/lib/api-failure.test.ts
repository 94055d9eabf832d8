import { expect, it } from 'vitest';
import { AnswerError, ApiError, NetworkError } from './api-error.ts';
import { toFailure } from './api-failure.ts';

const answer = (body: object, retryAfter: string | null = null) =>
  new ApiError({ status: 429, statusText: '', bodyText: JSON.stringify(body), retryAfter });

it.each([
  [new NetworkError('cut'), { reason: 'network' }],
  [new AnswerError('what'), { reason: 'answer_unknown' }],
  [new Error('bug'), { reason: 'unknown' }],
  [answer({ code: 'internal', message: 'x' }), { reason: 'internal' }],
  [
    answer({ code: 'daily_limit_reached', message: 'x', details: { limit: 50 } }, '60'),
    { reason: 'daily_limit_reached', details: { limit: 50 }, retryAfterSeconds: 60 },
  ],
  [
    answer({ code: 'from_the_future', message: 'A sentence.' }),
    { reason: 'unknown', serverMessage: 'A sentence.' },
  ],
  [
    answer({ code: 'invalid_batch', message: 'A sentence.' }),
    { reason: 'unknown', serverMessage: 'A sentence.' },
  ],
])('converts the error %s to the failure %j', (error, failure) => {
  expect(toFailure(error)).toEqual(failure);
});
