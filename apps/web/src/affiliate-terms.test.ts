import { affiliateProgram } from '@gossamer/contracts/affiliate';
import { proPrice } from '@gossamer/contracts/billing';
import { expect, it } from 'vitest';
import { affiliateTerms, monthlyCommission } from './affiliate-terms.ts';

it('the affiliate terms match those in the contracts package', () => {
  const { commissionPercent, minPayoutCents, holdDays } = affiliateProgram;
  expect(affiliateTerms).toMatchObject({ commissionPercent, minPayoutCents, proCents: proPrice.amountCents });
  expect(affiliateTerms.holdMs / 86_400_000).toBe(holdDays);
});

// Spec: 9.43
it('the monthly commission is a quarter of the price of Pro, rounded down to whole cents', () => {
  expect(affiliateTerms.monthlyCommissionCents).toBe(225);
  expect(monthlyCommission(33)).toBe(297);
  expect(monthlyCommission(12.55)).toBe(112);
});
