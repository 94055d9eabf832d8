import type { BillingSummary } from '@gossamer/contracts/billing';

/** What the account page says about the end of the period; each has a text under `plan` in `account.json`. */
export type Renewal = { text: 'renews' | 'ends' | 'failedPayment'; date: Date };

/** Undefined when there is nothing to say, since there is no subscription that runs. */
export function renewalOf(summary: BillingSummary, isPremium: boolean): Renewal | undefined {
  const { graceEndsAt, currentPeriodEndsAt, isCancelled } = summary;
  if (!isPremium) return undefined;
  // A cancelled one is not paid any more, so no payment can mend it.
  if (graceEndsAt && !isCancelled) return { text: 'failedPayment', date: new Date(graceEndsAt) };
  if (!currentPeriodEndsAt) return undefined;
  return { text: isCancelled ? 'ends' : 'renews', date: new Date(currentPeriodEndsAt) };
}
