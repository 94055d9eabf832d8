import type { Plan } from '@gossamer/contracts/limits';
import type { PaymentRow, SubscriptionRow } from '../db/schema.ts';

/** So long Pro goes on while a renewal is tried again: Stripe's own retries take about two weeks. */
export const graceMs = 14 * 24 * 3_600_000;

/** Statuses in which Stripe goes on charging, now or later. */
export const liveStatuses = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];

export type SubscriptionFacts = Pick<SubscriptionRow, 'status' | 'latestInvoiceId' | 'currentPeriodStartsAt'>;
export type PaymentFacts = Pick<PaymentRow, 'invoiceId' | 'amountCents' | 'refundedCents' | 'disputeStatus'>;

/** The plan that follows from an account's subscriptions and payments at a time (docs/decisions/0023). */
export function planOf(subscriptions: SubscriptionFacts[], payments: PaymentFacts[], now: Date): Plan {
  const isPro = subscriptions.some((subscription) => {
    const payment = payments.find(({ invoiceId }) => invoiceId === subscription.latestInvoiceId);
    return isRunning(subscription, now) && !(payment && isTakenBack(payment));
  });
  return isPro ? 'pro' : 'free';
}

function isRunning(subscription: SubscriptionFacts, now: Date): boolean {
  if (subscription.status === 'active' || subscription.status === 'trialing') return true;
  return subscription.status === 'past_due' && now < graceEndOf(subscription);
}

/** A renewal falls due when its period begins. */
export function graceEndOf(subscription: Pick<SubscriptionFacts, 'currentPeriodStartsAt'>): Date {
  return new Date(subscription.currentPeriodStartsAt.getTime() + graceMs);
}

/** Cents of a payment that are with the payer again, or with their bank while it is disputed. */
export function takenBackCents(payment: PaymentFacts): number {
  return isDisputed(payment.disputeStatus) ? payment.amountCents : payment.refundedCents;
}

/** True when nothing of a payment is left. */
export function isTakenBack(payment: PaymentFacts): boolean {
  return takenBackCents(payment) >= payment.amountCents;
}

/** Inquiries (`warning_…`) and disputes that were won or prevented leave the money where it is. */
function isDisputed(status: string | null): boolean {
  return status !== null && !status.startsWith('warning_') && !['won', 'prevented'].includes(status);
}
