import { expect, it } from 'vitest';
import { usageOf } from './usage-of.ts';

// Spec: 9.4
it.each([
  [0, { used: 0, left: 50, percent: 0 }],
  [18, { used: 18, left: 32, percent: 36 }],
  [50, { used: 50, left: 0, percent: 100 }],
  [53, { used: 50, left: 0, percent: 100 }],
])('returns the used percentage of the daily quota for %i of 50 compressions', (dailyUsed, expected) => {
  expect(usageOf({ dailyLimit: 50, dailyUsed })).toEqual({ limit: 50, ...expected });
});

it('returns no percentage for a plan without a daily quota', () => {
  expect(usageOf({ dailyLimit: null, dailyUsed: 700 })).toBeUndefined();
});
