import type Stripe from 'stripe';
import { day } from '../clock.ts';
import { findCustomer, firstItem, idOf, intentOf, paymentOf, subscriptionOf } from '../find.ts';
import { newId } from '../ids.ts';
import { type InvoiceItem, newInvoice } from '../objects/invoice.ts';
import { newInvoicePayment, newPaymentIntent } from '../objects/payment-intent.ts';
import { invalid } from '../stripe-error.ts';
import { change, emit, type World } from '../world.ts';
import { deductionsFrom, discountsOf, endDiscounts } from './discounts.ts';

/** Days between a failed payment attempt and the next one. After the last failed attempt, the subscription ends. */
const retryDays = [3, 5, 7];

/** Returns a new draft invoice without storing it, for example for a preview. */
export function draftInvoice(
  world: World,
  wanted: {
    id: string;
    customer: Stripe.Customer | null;
    subscription: Stripe.Subscription | null;
    items: InvoiceItem[];
    discounts: Stripe.Discount[];
    period: { start: number; end: number };
    billingReason: string;
  },
): Stripe.Invoice {
  const currency = wanted.items[0]?.price.currency ?? 'usd';
  const subtotal = wanted.items.reduce(
    (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity,
    0,
  );
  const deductions = deductionsFrom(world, subtotal, wanted.discounts, wanted.period.start);
  return newInvoice(world.clock.now(), { ...wanted, currency, deductions });
}

export const itemsOf = (subscription: Stripe.Subscription): InvoiceItem[] =>
  subscription.items.data.map(({ id, price, quantity }) => ({ itemId: id, price, quantity: quantity ?? 1 }));

/** Creates and stores an invoice for the subscription's current period. Emits no event. */
export function makeInvoice(
  world: World,
  subscription: Stripe.Subscription,
  billingReason: 'subscription_create' | 'subscription_cycle',
): Stripe.Invoice {
  const item = firstItem(subscription);
  const invoice = draftInvoice(world, {
    id: newId('in'),
    customer: findCustomer(world, idOf(subscription.customer) ?? ''),
    subscription,
    items: itemsOf(subscription),
    discounts: discountsOf(world, subscription),
    period: { start: item.current_period_start, end: item.current_period_end },
    billingReason,
  });
  world.state.invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  return invoice;
}

/**
 * Emits the event for a new invoice and finalizes the invoice. An invoice with no amount due is marked as paid
 * immediately.
 */
export function issueInvoice(world: World, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  emit(world, 'invoice.created', invoice);
  finalize(world, invoice, findCustomer(world, idOf(subscription.customer) ?? ''));
  endDiscounts(world, subscription, world.clock.now(), true);
}

function finalize(world: World, invoice: Stripe.Invoice, customer: Stripe.Customer): void {
  const now = world.clock.now();
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  invoice.number = `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
  invoice.status = 'open';
  invoice.status_transitions.finalized_at = now;
  invoice.effective_at = now;
  invoice.ending_balance = 0;
  if (invoice.amount_due > 0) {
    const intent = newPaymentIntent(now, invoice);
    const payment = newInvoicePayment(now, invoice, intent);
    world.state.paymentIntents.set(intent.id, intent);
    world.state.invoicePayments.set(payment.id, payment);
    emit(world, 'invoice.finalized', invoice);
    emit(world, 'payment_intent.created', intent);
    return;
  }
  emit(world, 'invoice.finalized', invoice);
  noteInvoicePaid(world, invoice);
}

/** Marks an invoice as paid. The caller updates the subscription. */
export function noteInvoicePaid(world: World, invoice: Stripe.Invoice): void {
  const now = world.clock.now();
  invoice.status = 'paid';
  invoice.attempted = true;
  if (invoice.amount_due > 0) invoice.attempt_count += 1;
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = now;
  const payment = paymentOf(world, invoice);
  if (payment) {
    payment.status = 'paid';
    payment.amount_paid = invoice.amount_due;
    payment.status_transitions.paid_at = now;
    emit(world, 'invoice_payment.paid', payment);
  }
  emit(world, 'invoice.paid', invoice);
  emit(world, 'invoice.payment_succeeded', invoice);
}

/**
 * Records a failed attempt to pay an invoice. After an automatic attempt, schedules the next one; after the last
 * automatic attempt, schedules none. An attempt by the customer does not change the schedule.
 */
export function noteFailedAttempt(world: World, invoice: Stripe.Invoice, isAutomatic: boolean): void {
  invoice.attempted = true;
  invoice.attempt_count += 1;
  if (isAutomatic) {
    const retries = world.state.retries.get(invoice.id) ?? 0;
    const days = retryDays[retries];
    world.state.retries.set(invoice.id, retries + 1);
    invoice.next_payment_attempt = days === undefined ? null : world.clock.now() + days * day;
    invoice.auto_advance = days !== undefined;
  }
  emit(world, 'invoice.payment_failed', invoice);
}

/**
 * Voids an invoice and cancels its payment intent.
 * @throws StripeError if the invoice is neither open nor uncollectible
 */
export function voidInvoice(world: World, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw invalid(`You can only pass in open or uncollectible invoices. This invoice is ${invoice.status}.`);
  }
  const now = world.clock.now();
  invoice.status = 'void';
  invoice.auto_advance = false;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = now;
  const payment = paymentOf(world, invoice);
  if (payment) {
    payment.status = 'canceled';
    payment.status_transitions.canceled_at = now;
  }
  const intent = intentOf(world, invoice);
  if (intent && intent.status !== 'canceled') {
    change(world, 'payment_intent.canceled', intent, () => {
      intent.status = 'canceled';
      intent.canceled_at = now;
      intent.cancellation_reason = 'void_invoice';
      intent.next_action = null;
    });
  }
  emit(world, 'invoice.voided', invoice);
}

/**
 * Voids an invoice for an API call. If this is the first invoice of a subscription, the subscription expires.
 * @throws StripeError if the invoice cannot be voided
 */
export function voidOnRequest(world: World, invoice: Stripe.Invoice): void {
  voidInvoice(world, invoice);
  const subscription = subscriptionOf(world, invoice);
  if (subscription?.status !== 'incomplete') return;
  change(world, 'customer.subscription.updated', subscription, () => {
    subscription.status = 'incomplete_expired';
    subscription.ended_at = world.clock.now();
  });
}
