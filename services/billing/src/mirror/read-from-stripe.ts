import { sql } from 'kysely';
import type Stripe from 'stripe';
import type { BillingDeps } from '../deps.ts';
import { isMissing } from '../stripe/faults.ts';
import { isOurs } from '../stripe/metadata-tag.ts';
import { both, nothing, type Snapshot } from './snapshot.ts';

const dateOf = (seconds: number) => new Date(seconds * 1_000);
const idOf = (given: string | { id: string }): string => (typeof given === 'string' ? given : given.id);

/**
 * Returns a new ticket. A ticket must be taken before each read from Stripe, so that data with a higher ticket is at
 * least as new as data with a lower one.
 */
async function takeTicket(deps: BillingDeps): Promise<number> {
  const { rows } = await sql<{ ticket: string }>`select nextval('tickets') as ticket`.execute(deps.db);
  return Number(rows[0]?.ticket);
}

/**
 * Reads a subscription and the payment of its latest invoice from Stripe. The result is empty unless the subscription
 * belongs to Gossamer.
 */
export async function readSubscription(deps: BillingDeps, id: string): Promise<Snapshot> {
  const ticket = await takeTicket(deps);
  const subscription = await deps.stripe().subscriptions.retrieve(id).catch(undefinedWhenMissing);
  if (!subscription) return readAsEnded(deps, id, ticket);
  const accountId = isOurs(subscription.metadata) && (await accountOf(deps, subscription));
  const [item] = subscription.items.data;
  if (!accountId || !item) return nothing;
  const invoiceId = subscription.latest_invoice && idOf(subscription.latest_invoice);
  const periodStartsAt = dateOf(item.current_period_start);
  const row = {
    id,
    accountId,
    status: subscription.status,
    latestInvoiceId: invoiceId,
    currentPeriodStartsAt: periodStartsAt,
    currentPeriodEndsAt: dateOf(item.current_period_end),
    pastDueSince: subscription.status === 'past_due' ? periodStartsAt : null,
    cancelAt: cancelTimeOf(subscription, item),
    createdAt: dateOf(subscription.created),
    ticket,
    readAt: deps.clock(),
  };
  const payment = invoiceId ? await readPayment(deps, invoiceId) : nothing;
  return both({ subscriptions: [row], payments: [] }, payment);
}

/** Returns a copy of a stored subscription with the status `canceled`, for subscriptions that no longer exist in Stripe. */
async function readAsEnded({ db, clock }: BillingDeps, id: string, ticket: number): Promise<Snapshot> {
  const known = await db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
  if (!known) return nothing;
  const ended = { ...known, status: 'canceled', pastDueSince: null, ticket, readAt: clock() };
  return { subscriptions: [ended], payments: [] };
}

/** Reads an invoice's payment and its subscription from Stripe. */
export async function readInvoice(deps: BillingDeps, invoiceId: string): Promise<Snapshot> {
  const invoice = await deps.stripe().invoices.retrieve(invoiceId).catch(undefinedWhenMissing);
  const subscriptionId = invoice && subscriptionOf(invoice);
  if (!subscriptionId) return nothing;
  const snapshot = await readSubscription(deps, subscriptionId);
  // If the invoice is the subscription's latest one, the snapshot already contains its payment.
  const isLatest = snapshot.subscriptions.some(({ latestInvoiceId }) => latestInvoiceId === invoiceId);
  return isLatest ? snapshot : both(await readPayment(deps, invoiceId), snapshot);
}

/**
 * Reads the payment of an invoice, including refunds and a dispute. The result is empty if the invoice is unpaid, free
 * or not Gossamer's.
 */
export async function readPayment(deps: BillingDeps, invoiceId: string): Promise<Snapshot> {
  const ticket = await takeTicket(deps);
  const invoice = await deps
    .stripe()
    .invoices.retrieve(invoiceId, { expand: ['payments'] })
    .catch(undefinedWhenMissing);
  if (invoice?.status !== 'paid' || invoice.amount_paid <= 0) return nothing;
  const details = invoice.parent?.subscription_details;
  const accountId =
    isOurs(details?.metadata) &&
    (await accountOf(deps, { customer: invoice.customer, metadata: details?.metadata ?? null }));
  if (!accountId) return nothing;
  const intents = (invoice.payments?.data ?? [])
    .filter(({ status }) => status === 'paid')
    .flatMap(({ payment }) => payment.payment_intent ?? []);
  const paymentIntentId = intents[0] ? idOf(intents[0]) : null;
  const money = paymentIntentId ? await readMoney(deps.stripe(), paymentIntentId) : noMoney;
  const payment = {
    invoiceId,
    accountId,
    paymentIntentId,
    ticket,
    subscriptionId: subscriptionOf(invoice) ?? null,
    amountCents: invoice.amount_paid,
    currency: invoice.currency,
    ...money,
    refundedCents: Math.min(money.refundedCents, invoice.amount_paid),
    paidAt: dateOf(invoice.status_transitions.paid_at ?? invoice.created),
  };
  return { subscriptions: [], payments: [payment] };
}

/** Returns the id of the subscription that an invoice belongs to. */
function subscriptionOf(invoice: Stripe.Invoice): string | undefined {
  const subscription = invoice.parent?.subscription_details?.subscription;
  return subscription ? idOf(subscription) : undefined;
}

/** Reads the payment made by a payment intent. The result is empty if the payment was not for a Gossamer invoice. */
export async function readPaymentOfIntent(
  deps: BillingDeps,
  intent: string | { id: string } | null,
): Promise<Snapshot> {
  if (!intent) return nothing;
  const found = await deps.stripe().invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: idOf(intent) },
    limit: 1,
  });
  const [invoicePayment] = found.data;
  return invoicePayment ? readPayment(deps, idOf(invoicePayment.invoice)) : nothing;
}

const noMoney = { refundedCents: 0, disputeStatus: null, cardFingerprint: null };

/** Reads the refunds, the dispute and the card of a payment intent. Payment methods such as Link have no card. */
async function readMoney(stripe: Stripe, paymentIntentId: string) {
  const intent = await stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] });
  const charge = intent.latest_charge;
  if (!charge || typeof charge === 'string') return noMoney;
  const disputes = charge.disputed ? await stripe.disputes.list({ charge: charge.id, limit: 1 }) : undefined;
  return {
    refundedCents: charge.amount_refunded,
    disputeStatus: disputes?.data[0]?.status ?? null,
    cardFingerprint: charge.payment_method_details?.card?.fingerprint ?? null,
  };
}

/**
 * Returns the time of a scheduled cancellation. Stripe either reports the time or states that the subscription is
 * canceled at the end of the period.
 */
function cancelTimeOf(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): Date | null {
  if (subscription.cancel_at !== null) return dateOf(subscription.cancel_at);
  return subscription.cancel_at_period_end ? dateOf(item.current_period_end) : null;
}

/** Finds the account by the account id in Stripe metadata or by the Stripe customer. */
async function accountOf(
  { db }: BillingDeps,
  { customer, metadata }: { customer: string | { id: string } | null; metadata: Stripe.Metadata | null },
): Promise<string | undefined> {
  const found = await db
    .selectFrom('accounts')
    .select('accountId')
    .where((where) =>
      where.or([
        where('accountId', '=', metadata?.accountId ?? ''),
        where('stripeCustomerId', '=', customer ? idOf(customer) : ''),
      ]),
    )
    .executeTakeFirst();
  return found?.accountId;
}

function undefinedWhenMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
  return undefined;
}
