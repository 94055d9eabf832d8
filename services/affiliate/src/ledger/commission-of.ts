import { affiliateProgram } from '@gossamer/contracts/affiliate';
import type { PaymentRow } from '../db/schema.ts';

const dayMs = 24 * 3_600_000;

/** Currency of commissions and payouts. Payments in other currencies do not earn a commission. */
const programCurrency = 'usd';

export interface Earning {
  /** Commission before refunds, in whole cents. */
  commissionCents: number;
  /** Commission after refunds, in whole cents. */
  earnedCents: number;
  heldUntil: Date;
}

/**
 * Returns the commission on a referred member's payment: a percentage of the amount minus refunds, rounded down to
 * whole cents.
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
