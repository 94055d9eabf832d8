import type { Plan } from '@gossamer/contracts/limits';
import type { PaymentRow, SubscriptionRow } from '../db/schema.ts';
import { isDisputed, isTakenBack } from './taken-back.ts';

/**
 * Grace period in milliseconds during which Pro continues while Stripe retries a failed renewal payment. Stripe retries
 * for about two weeks.
 */
export const graceMs = 14 * 24 * 3_600_000;

export type SubscriptionFacts = Pick<SubscriptionRow, 'id' | 'status' | 'latestInvoiceId' | 'pastDueSince'>;
export type PaymentFacts = Pick<
  PaymentRow,
  'invoiceId' | 'subscriptionId' | 'amountCents' | 'refundedCents' | 'disputeStatus'
>;

/** Returns the plan of an account, based on its subscriptions and payments (docs/decisions/0023). */
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

/**
 * Returns the end of the grace period for an unpaid renewal; null if no renewal is unpaid. Further unpaid renewals do
 * not extend the grace period.
 */
export function graceEndOf({ pastDueSince }: Pick<SubscriptionFacts, 'pastDueSince'>): Date | null {
  return pastDueSince && new Date(pastDueSince.getTime() + graceMs);
}

/**
 * Returns whether a payment revokes the subscription: either any payment for the subscription is disputed, or its
 * latest payment is fully refunded.
 */
function isAgainst(payment: PaymentFacts, { id, latestInvoiceId }: SubscriptionFacts): boolean {
  if (payment.invoiceId === latestInvoiceId) return isTakenBack(payment);
  return payment.subscriptionId === id && isDisputed(payment.disputeStatus);
}
