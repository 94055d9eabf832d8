import type Stripe from 'stripe';
import type { PaymentRow, SubscriptionRow } from '../db/schema.ts';
import type { BillingDeps } from '../deps.ts';
import { isMissing, isNotRefundable } from '../stripe/faults.ts';
import { liveStatuses } from './live-statuses.ts';
import { readAndApply } from './read-and-apply.ts';
import { writeOnce } from './write-once.ts';

/** A subscription that must end, and the payment to refund if the subscription is a duplicate. */
export interface Unwanted {
  subscriptionId: string;
  refund: PaymentRow | undefined;
}

/**
 * Returns the subscriptions of an account that must end. For a deleted account, these are all subscriptions. For other
 * accounts, these are subscriptions whose payment was refunded or lost in a dispute, and duplicates: all remaining
 * subscriptions except the oldest. Each duplicate is returned with the payment to refund.
 */
export function findUnwanted(
  isDeleted: boolean,
  subscriptions: SubscriptionRow[],
  payments: PaymentRow[],
): Unwanted[] {
  const live = subscriptions
    .filter(({ status }) => liveStatuses.includes(status))
    .sort(
      (one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1),
    );
  const paymentOf = ({ latestInvoiceId }: SubscriptionRow) =>
    payments.find(({ invoiceId }) => invoiceId === latestInvoiceId);
  const isOver = (subscription: SubscriptionRow) => {
    const latest = paymentOf(subscription);
    const isPaidBack = latest !== undefined && latest.refundedCents >= latest.amountCents;
    return isPaidBack || payments.some((payment) => isLost(payment, subscription));
  };
  const going = live.filter((subscription) => !isOver(subscription));
  const twice = going.slice(1);
  const ending = isDeleted ? live : [...live.filter(isOver), ...twice];
  return ending.map((subscription) => ({
    subscriptionId: subscription.id,
    refund: !isDeleted && twice.includes(subscription) ? paymentOf(subscription) : undefined,
  }));
}

/** Returns whether any dispute over a payment for the subscription was lost. */
const isLost = (payment: PaymentRow, { id, latestInvoiceId }: SubscriptionRow) =>
  payment.disputeStatus === 'lost' &&
  (payment.subscriptionId === id || payment.invoiceId === latestInvoiceId);

/** Ends an account's subscriptions that must not continue, and refunds duplicates. The operation is idempotent. */
export async function tidyUp(deps: BillingDeps, accountId: string): Promise<void> {
  const { db } = deps;
  const account = await db
    .selectFrom('accounts')
    .select('deletedAt')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!account) return;
  const subscriptions = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('accountId', '=', accountId)
    .execute();
  const payments = await db.selectFrom('payments').selectAll().where('accountId', '=', accountId).execute();
  for (const unwanted of findUnwanted(account.deletedAt !== null, subscriptions, payments)) {
    await end(deps, unwanted);
    deps.logger.info({ accountId, ...unwanted, refund: unwanted.refund?.invoiceId }, 'ended subscription');
    await readAndApply(deps, unwanted.subscriptionId);
  }
}

/** Refunds the payment before canceling the subscription, because ended subscriptions are not checked again. */
async function end(deps: BillingDeps, { subscriptionId, refund }: Unwanted): Promise<void> {
  if (refund) await giveBack(deps, refund);
  await cancelNow(deps.stripe(), subscriptionId);
}

/** Refunds a payment in full. Does nothing if the payment was already refunded or is disputed. */
export async function giveBack(deps: BillingDeps, payment: PaymentRow): Promise<void> {
  const { paymentIntentId, invoiceId, accountId } = payment;
  if (!paymentIntentId) return;
  await writeOnce(deps, accountId, `refund-${invoiceId}`, (options) =>
    deps.stripe().refunds.create({ payment_intent: paymentIntentId }, options),
  ).catch((error: unknown) => {
    if (!isNotRefundable(error)) throw error;
  });
}

/** Cancels a subscription immediately. Does nothing if the subscription has already ended. */
export async function cancelNow(stripe: Stripe, subscriptionId: string): Promise<void> {
  await stripe.subscriptions.cancel(subscriptionId).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}
