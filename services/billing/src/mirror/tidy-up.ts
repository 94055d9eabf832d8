import type Stripe from 'stripe';
import type { PaymentRow, SubscriptionRow } from '../db/schema.ts';
import type { BillingDeps } from '../deps.ts';
import { isMissing, isNotRefundable } from '../stripe/faults.ts';
import { liveStatuses } from './entitlement.ts';
import { readAndApply } from './read-and-apply.ts';
import { writeOnce } from './write-once.ts';

/** A subscription that must not go on, and a payment to give back with it. */
export interface Unwanted {
  subscriptionId: string;
  refund: PaymentRow | undefined;
}

/**
 * Which subscriptions of an account must end: all when the account is gone, those whose money was given back or lost to
 * a dispute (nobody is charged again after that), and all but the oldest where two came to be, with what was paid.
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

/** Lost to a dispute, of whichever month. */
const isLost = (payment: PaymentRow, { id, latestInvoiceId }: SubscriptionRow) =>
  payment.disputeStatus === 'lost' &&
  (payment.subscriptionId === id || payment.invoiceId === latestInvoiceId);

/** Ends at Stripe what must not go on. Safe to do again: what is ended or paid back stays so. */
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
    deps.logger.info({ accountId, ...unwanted, refund: unwanted.refund?.invoiceId }, 'subscription ended');
    await end(deps, unwanted);
    await readAndApply(deps, unwanted.subscriptionId);
  }
}

/** The money first: what has ended is not looked at again, what was paid back is. */
async function end(deps: BillingDeps, { subscriptionId, refund }: Unwanted): Promise<void> {
  if (refund) await giveBack(deps, refund);
  await cancelNow(deps.stripe(), subscriptionId);
}

/** Pays a payment back in full. One that was paid back before, or is with the payer's bank, stays as it is. */
export async function giveBack(deps: BillingDeps, payment: PaymentRow): Promise<void> {
  const { paymentIntentId, invoiceId, accountId } = payment;
  if (!paymentIntentId) return;
  await writeOnce(deps, accountId, `refund-${invoiceId}`, (options) =>
    deps.stripe().refunds.create({ payment_intent: paymentIntentId }, options),
  ).catch((error: unknown) => {
    if (!isNotRefundable(error)) throw error;
  });
}

/** Ends a subscription at once; one that has ended already stays ended. */
export async function cancelNow(stripe: Stripe, subscriptionId: string): Promise<void> {
  await stripe.subscriptions.cancel(subscriptionId).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}
