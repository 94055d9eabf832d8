import type { BillingSummary } from '@gossamer/contracts/billing';

/** Event at the end of the billing period. Each `text` is a key under `plan` in `account.json`. */
export type Renewal = { text: 'renews' | 'ends' | 'failedPayment'; date: Date };

/** Returns the renewal to show, or undefined without an active subscription. */
export function renewalOf(summary: BillingSummary, isPremium: boolean): Renewal | undefined {
  const { graceEndsAt, currentPeriodEndsAt, isCanceled } = summary;
  if (!isPremium) return undefined;
  // A canceled subscription is not charged again, so its failed payment is not shown.
  if (graceEndsAt && !isCanceled) return { text: 'failedPayment', date: new Date(graceEndsAt) };
  if (!currentPeriodEndsAt) return undefined;
  return { text: isCanceled ? 'ends' : 'renews', date: new Date(currentPeriodEndsAt) };
}
