import type Stripe from 'stripe';
import { firstItem, idOf } from '../find.ts';
import { invalid } from '../stripe-error.ts';
import { change, emit, type World } from '../world.ts';
import { voidInvoice } from './invoicing.ts';

const over = ['canceled', 'incomplete_expired'];
export const isOver = (subscription: Stripe.Subscription) => over.includes(subscription.status);

type Reason = 'cancellation_requested' | 'payment_failed' | 'payment_disputed';

/** Ends a subscription immediately. A subscription that was never paid gets the status `incomplete_expired`. */
export function endSubscription(world: World, subscription: Stripe.Subscription, reason: Reason): void {
  const now = world.clock.now();
  const wasIncomplete = subscription.status === 'incomplete';
  if (wasIncomplete) voidOpenInvoices(world, subscription);
  else stopCollecting(world, subscription);
  subscription.status = wasIncomplete ? 'incomplete_expired' : 'canceled';
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  if (subscription.cancellation_details) subscription.cancellation_details.reason ??= reason;
  emit(world, 'customer.subscription.deleted', subscription);
}

/** Ends a subscription whose first payment was not completed in time. */
export function expireSubscription(world: World, subscription: Stripe.Subscription): void {
  voidOpenInvoices(world, subscription);
  change(world, 'customer.subscription.updated', subscription, () => {
    subscription.status = 'incomplete_expired';
    subscription.ended_at = world.clock.now();
  });
}

/**
 * Schedules a subscription to be canceled at the end of the current period, or revokes a scheduled cancellation.
 * @throws StripeError if the subscription has already ended
 */
export function cancelAtPeriodEnd(
  world: World,
  subscription: Stripe.Subscription,
  isCanceled: boolean,
): void {
  if (isOver(subscription)) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
  subscription.cancel_at_period_end = isCanceled;
  subscription.cancel_at = isCanceled ? firstItem(subscription).current_period_end : null;
  subscription.canceled_at = isCanceled ? world.clock.now() : null;
  if (subscription.cancellation_details) {
    subscription.cancellation_details.reason = isCanceled ? 'cancellation_requested' : null;
  }
}

const openInvoices = (world: World, subscription: Stripe.Subscription) =>
  [...world.state.invoices.values()].filter(
    ({ parent, status }) =>
      status === 'open' && idOf(parent?.subscription_details?.subscription ?? null) === subscription.id,
  );

function voidOpenInvoices(world: World, subscription: Stripe.Subscription): void {
  for (const invoice of openInvoices(world, subscription)) voidInvoice(world, invoice);
}

/** Stops automatic payment retries for a subscription's open invoices. The invoices remain due. */
function stopCollecting(world: World, subscription: Stripe.Subscription): void {
  for (const invoice of openInvoices(world, subscription)) {
    change(world, 'invoice.updated', invoice, () => {
      invoice.auto_advance = false;
      invoice.next_payment_attempt = null;
    });
  }
}
