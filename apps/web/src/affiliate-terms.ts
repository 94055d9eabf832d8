import type { affiliateProgram } from '@gossamer/contracts/affiliate';
import { marketingClaims } from './marketing-claims.ts';

// Only the type is imported, because the module itself would add Zod to pages that do not need it. The type contains
// literal numbers, so values that differ from the server's do not compile.
const program: typeof affiliateProgram = {
  commissionPercent: 25,
  minPayoutCents: 2_500,
  holdDays: 30,
  cookieDays: 30,
};

const dayMs = 24 * 3_600_000;
const proCents = marketingClaims.proMonthlyPriceUsd * 100;

/** Terms of the affiliate program, as shown on the website. */
export const affiliateTerms = {
  commissionPercent: program.commissionPercent,
  minPayoutCents: program.minPayoutCents,
  holdMs: program.holdDays * dayMs,
  cookieMs: program.cookieDays * dayMs,
  proCents,
  /** Commission in cents for one month of Pro, rounded down as in the affiliate service. */
  monthlyCommissionCents: monthlyCommission(program.commissionPercent),
} as const;

/** Returns the commission in whole cents for one month of Pro, rounded down. `percent` is the commission rate. */
export function monthlyCommission(percent: number): number {
  return Math.floor((proCents * percent) / 100);
}
