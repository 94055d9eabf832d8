import type { PartnerRow } from '../db/schema.ts';
import { referralLinkOf } from '../ledger/referral-link.ts';

/** Converts a partner's row to the form that the partner sees. */
export function toAffiliate({ name, code, commissionPercent }: PartnerRow, publicUrl: string) {
  return {
    name,
    code,
    commissionRate: commissionPercent,
    referralLink: referralLinkOf(publicUrl, code),
  };
}
