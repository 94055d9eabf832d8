import type { affiliateProgram } from '@gossamer/contracts/affiliate';
import { marketingClaims } from './marketing-claims.ts';

// Only the type comes from the contract, since its file brings zod to pages that have no other use for it. It is the
// numbers themselves: other terms do not compile.
const program: typeof affiliateProgram = {
  commissionPercent: 25,
  minPayoutCents: 2_500,
  holdDays: 30,
  cookieDays: 30,
};

const dayMs = 24 * 3_600_000;
const proCents = marketingClaims.proMonthlyPriceUsd * 100;

/** The affiliate programme's terms, as the texts name them. */
export const affiliateTerms = {
  commissionPercent: program.commissionPercent,
  minPayoutCents: program.minPayoutCents,
  holdMs: program.holdDays * dayMs,
  cookieMs: program.cookieDays * dayMs,
  proCents,
  /** For each month of Pro, rounded down to whole cents as the service does. */
  monthlyCommissionCents: monthlyCommission(program.commissionPercent),
} as const;

/** What a month of Pro pays at a rate of so many per cent, in whole cents. */
export function monthlyCommission(percent: number): number {
  return Math.floor((proCents * percent) / 100);
}
