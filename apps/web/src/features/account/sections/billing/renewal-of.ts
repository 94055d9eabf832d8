import type { BillingSummary } from '@gossamer/contracts/billing';

/**
 * Next event of a subscription: its renewal, its end, or the end of the grace period after a failed payment. Each
 * `text` is a key under `plan` in `account.json`.
 */
export type Renewal = { text: 'renews' | 'ends' | 'failedPayment'; date: Date };

/** Returns the renewal to show, or undefined if there is no active subscription. */
export function renewalOf(summary: BillingSummary, isPremium: boolean): Renewal | undefined {
  const { graceEndsAt, currentPeriodEndsAt, isCanceled } = summary;
  if (!isPremium) return undefined;
  // Ignore the failed payment of a canceled subscription, because it will not be retried.
  if (graceEndsAt && !isCanceled) return { text: 'failedPayment', date: new Date(graceEndsAt) };
  if (!currentPeriodEndsAt) return undefined;
  return { text: isCanceled ? 'ends' : 'renews', date: new Date(currentPeriodEndsAt) };
}
