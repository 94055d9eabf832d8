import type { Plan } from '@gossamer/contracts/limits';
import type { PaymentRow, SubscriptionRow } from '../db/schema.ts';

/** How long Pro continues while a renewal is retried; Stripe's retries take about two weeks. */
export const graceMs = 14 * 24 * 3_600_000;

/** Statuses of subscriptions that Stripe charges now or later. */
export const liveStatuses = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];

export type SubscriptionFacts = Pick<SubscriptionRow, 'id' | 'status' | 'latestInvoiceId' | 'pastDueSince'>;
export type PaymentFacts = Pick<
  PaymentRow,
  'invoiceId' | 'subscriptionId' | 'amountCents' | 'refundedCents' | 'disputeStatus'
>;

/** Returns the plan that follows from an account's subscriptions and payments (docs/decisions/0023). */
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

/** Returns when Pro ends unless a renewal is paid, or null if none is due. Later unpaid periods do not extend it. */
export function graceEndOf({ pastDueSince }: Pick<SubscriptionFacts, 'pastDueSince'>): Date | null {
  return pastDueSince && new Date(pastDueSince.getTime() + graceMs);
}

/** Returns whether a payment revokes the subscription: by a dispute of any payment or a full refund of the latest. */
function isAgainst(payment: PaymentFacts, { id, latestInvoiceId }: SubscriptionFacts): boolean {
  if (payment.invoiceId === latestInvoiceId) return isTakenBack(payment);
  return payment.subscriptionId === id && isDisputed(payment.disputeStatus);
}

/** Returns the cents of a payment that are refunded or withheld by a dispute. */
export function takenBackCents(payment: PaymentFacts): number {
  return isDisputed(payment.disputeStatus) ? payment.amountCents : payment.refundedCents;
}

/** Returns whether the whole payment is refunded or disputed. */
function isTakenBack(payment: PaymentFacts): boolean {
  return takenBackCents(payment) >= payment.amountCents;
}

/** Inquiries (`warning_…`) and disputes that were won or prevented do not withhold money. */
function isDisputed(status: string | null): boolean {
  return status !== null && !status.startsWith('warning_') && !['won', 'prevented'].includes(status);
}
