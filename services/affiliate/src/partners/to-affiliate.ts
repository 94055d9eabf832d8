import type { PartnerRow } from '../db/schema.ts';
import { referralLinkOf } from '../ledger/referral-link.ts';

/** Converts a partner's row to the representation returned to the partner. */
export function toAffiliate({ name, code, commissionPercent }: PartnerRow, publicUrl: string) {
  return {
    name,
    code,
    commissionRate: commissionPercent,
    referralLink: referralLinkOf(publicUrl, code),
  };
}
