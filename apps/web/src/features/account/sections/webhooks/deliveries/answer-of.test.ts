import { expect, it } from 'vitest';
import { answerOf } from './answer-of.ts';

it.each([
  [{ status: null, fault: null }, undefined],
  [
    { status: 204, fault: null },
    { name: 'answered', status: 204 },
  ],
  [
    { status: 500, fault: 'status' as const },
    { name: 'answered', status: 500 },
  ],
  [{ status: 302, fault: 'redirect' as const }, { name: 'redirect' }],
  [{ status: null, fault: 'tls_failed' as const }, { name: 'tls_failed' }],
])('converts the delivery attempt %j to the outcome %j', (attempt, answer) => {
  expect(answerOf(attempt)).toEqual(answer);
});
