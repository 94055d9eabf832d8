import { expect, it } from 'vitest';
import { payoutOutlook } from './payout-outlook.ts';

it.each([
  [-675, 'below', 0, 0],
  [0, 'below', 0, 0],
  [2_025, 'below', 2_025, 81],
  [2_475, 'below', 2_475, 99],
  [2_500, 'reached', 2_500, 100],
  [4_725, 'reached', 4_725, 100],
])('%i cents', (expectedCents, kind, amountCents, percent) => {
  expect(payoutOutlook({ expectedCents, minimumCents: 2_500 })).toEqual({ kind, amountCents, percent });
});
