import type { Plan } from '@gossamer/contracts/limits';
import type { PaymentRow, SubscriptionRow } from '../db/schema.ts';

/** So long Pro goes on while a renewal is tried again: Stripe's own retries take about two weeks. */
export const graceMs = 14 * 24 * 3_600_000;

/** Statuses in which Stripe goes on charging, now or later. */
export const liveStatuses = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];

export type SubscriptionFacts = Pick<SubscriptionRow, 'id' | 'status' | 'latestInvoiceId' | 'pastDueSince'>;
export type PaymentFacts = Pick<
  PaymentRow,
  'invoiceId' | 'subscriptionId' | 'amountCents' | 'refundedCents' | 'disputeStatus'
>;

/** The plan that follows from an account's subscriptions and payments at a time (docs/decisions/0023). */
export function planOf(subscriptions: SubscriptionFacts[], payments: PaymentFacts[], now: Date): Plan {
  const isPro = subscriptions.some(
    (subscription) =>
      isRunning(subscription, now) && !payments.some((payment) => isAgainst(payment, subscription)),
  );
  return isPro ? 'pro' : 'free';
}

function isRunning(subscription: SubscriptionFacts, now: Date): boolean {
  if (subscription.status === 'active' || subscription.status === 'trialing') return true;
  const graceEnd = graceEndOf(subscription);
  return subscription.status === 'past_due' && graceEnd !== null && now < graceEnd;
}

/** When Pro ends unless a renewal is paid; null when none is due. Later unpaid periods do not prolong it. */
export function graceEndOf({ pastDueSince }: Pick<SubscriptionFacts, 'pastDueSince'>): Date | null {
  return pastDueSince && new Date(pastDueSince.getTime() + graceMs);
}

/** A dispute about any of its payments, whenever that was; a refund only of the latest one. */
function isAgainst(payment: PaymentFacts, { id, latestInvoiceId }: SubscriptionFacts): boolean {
  if (payment.invoiceId === latestInvoiceId) return isTakenBack(payment);
  return payment.subscriptionId === id && isDisputed(payment.disputeStatus);
}

/** Cents of a payment that are with the payer again, or with their bank while it is disputed. */
export function takenBackCents(payment: PaymentFacts): number {
  return isDisputed(payment.disputeStatus) ? payment.amountCents : payment.refundedCents;
}

/** True when nothing of a payment is left. */
function isTakenBack(payment: PaymentFacts): boolean {
  return takenBackCents(payment) >= payment.amountCents;
}

/** Inquiries (`warning_…`) and disputes that were won or prevented leave the money where it is. */
function isDisputed(status: string | null): boolean {
  return status !== null && !status.startsWith('warning_') && !['won', 'prevented'].includes(status);
}
