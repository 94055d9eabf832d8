import type { PartnerRow } from '../db/schema.ts';
import { referralLinkOf } from '../ledger/referral-link.ts';

/** A partner as they see themselves. */
export function toAffiliate({ name, code, commissionPercent }: PartnerRow, publicUrl: string) {
  return {
    ...{ name, code, commissionRate: commissionPercent },
    referralLink: referralLinkOf(publicUrl, code),
  };
}
