import { expect, it } from 'vitest';
import { payoutOutlook } from './payout-outlook.ts';

it.each([
  [-675, true, 'below', 0, 0],
  [0, true, 'below', 0, 0],
  [2_025, true, 'below', 2_025, 81],
  [2_475, true, 'below', 2_475, 99],
  [2_500, true, 'reached', 2_500, 100],
  [4_725, true, 'reached', 4_725, 100],
  [2_025, false, 'noAddress', 2_025, 81],
  [4_725, false, 'noAddress', 4_725, 100],
])(
  'forecasts the payout for an expected amount of %i cents (payout email set: %s)',
  (expectedCents, hasAddress, kind, amountCents, percent) => {
    const outlook = payoutOutlook({ expectedCents, minimumCents: 2_500 }, hasAddress);
    expect(outlook).toEqual({ kind, amountCents, percent });
  },
);
