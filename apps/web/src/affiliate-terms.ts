import type { affiliateProgram } from '@gossamer/contracts/affiliate';
import { marketingClaims } from './marketing-claims.ts';

// Import only the type, because the module would add zod to pages that do not need it. The type contains the literal
// numbers, so a deviation does not compile.
const program: typeof affiliateProgram = {
  commissionPercent: 25,
  minPayoutCents: 2_500,
  holdDays: 30,
  cookieDays: 30,
};

const dayMs = 24 * 3_600_000;
const proCents = marketingClaims.proMonthlyPriceUsd * 100;

/** Terms of the affiliate program, for the texts of the pages. */
export const affiliateTerms = {
  commissionPercent: program.commissionPercent,
  minPayoutCents: program.minPayoutCents,
  holdMs: program.holdDays * dayMs,
  cookieMs: program.cookieDays * dayMs,
  proCents,
  /** Commission in cents per month of Pro, rounded down as in the affiliate service. */
  monthlyCommissionCents: monthlyCommission(program.commissionPercent),
} as const;

/** Returns the commission for a month of Pro at a rate in percent, rounded down to whole cents. */
export function monthlyCommission(percent: number): number {
  return Math.floor((proCents * percent) / 100);
}
