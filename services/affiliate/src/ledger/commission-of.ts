import { affiliateProgram } from '@gossamer/contracts/affiliate';
import type { PaymentRow } from '../db/schema.ts';

const dayMs = 24 * 3_600_000;

/** Currency of commissions and payouts. Payments in other currencies earn no commission. */
const programCurrency = 'usd';

export interface Earning {
  /** The commission before refunds, in whole cents. */
  commissionCents: number;
  /** The commission after refunds, in whole cents. */
  earnedCents: number;
  heldUntil: Date;
}

/**
 * Returns the commission for a referred member's payment: a share of the amount minus refunds, rounded down to whole
 * cents.
 */
export function commissionOf(
  payment: Pick<PaymentRow, 'amountCents' | 'refundedCents' | 'currency' | 'paidAt'>,
  commissionPercent: number,
): Earning {
  const { amountCents, refundedCents, currency, paidAt } = payment;
  const shareOf = (cents: number) =>
    currency === programCurrency ? Math.floor((cents * commissionPercent) / 100) : 0;
  return {
    commissionCents: shareOf(amountCents),
    earnedCents: shareOf(Math.max(amountCents - refundedCents, 0)),
    heldUntil: new Date(paidAt.getTime() + affiliateProgram.holdDays * dayMs),
  };
}
