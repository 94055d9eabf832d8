import { affiliateProgram } from '@gossamer/contracts/affiliate';
import type { PaymentRow } from '../db/schema.ts';

const dayMs = 24 * 3_600_000;

/** Payouts are in this currency; what is paid in another one earns nothing. */
const programCurrency = 'usd';

export interface Earning {
  /** If nothing had gone back. Whole cents. */
  commissionCents: number;
  /** After what went back. Whole cents. */
  earnedCents: number;
  heldUntil: Date;
}

/** What a payment of a referred member earns: a share of what was paid and not paid back, rounded down to whole cents. */
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
