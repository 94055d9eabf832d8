import type { PaymentRow } from '../db/schema.ts';

type Amounts = Pick<PaymentRow, 'amountCents' | 'refundedCents' | 'disputeStatus'>;

/** Returns the refunded or disputed amount of a payment in cents. */
export function takenBackCents(payment: Amounts): number {
  return isDisputed(payment.disputeStatus) ? payment.amountCents : payment.refundedCents;
}

/** Returns whether a payment is fully refunded or disputed. */
export function isTakenBack(payment: Amounts): boolean {
  return takenBackCents(payment) >= payment.amountCents;
}

/**
 * Returns whether a dispute withholds money. Inquiries (`warning_…`) and disputes that were won or prevented do not
 * withhold money.
 */
export function isDisputed(status: string | null): boolean {
  return status !== null && !status.startsWith('warning_') && !['won', 'prevented'].includes(status);
}
