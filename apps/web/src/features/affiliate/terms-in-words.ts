import { affiliateTerms } from '../../affiliate-terms.ts';
import { formatPercent, formatUsd } from '../../i18n/format.ts';
import { formatSpan } from '../../i18n/format-time.ts';

/** Returns the terms of the affiliate program, formatted for display in the current language. */
export function termsInWords() {
  const { commissionPercent, minPayoutCents, holdMs, cookieMs, proCents, monthlyCommissionCents } =
    affiliateTerms;
  return {
    percent: formatPercent(commissionPercent),
    commission: formatUsd(monthlyCommissionCents / 100),
    minimum: formatUsd(minPayoutCents / 100),
    price: formatUsd(proCents / 100),
    holdTime: formatSpan(holdMs),
    cookieTime: formatSpan(cookieMs),
  };
}
