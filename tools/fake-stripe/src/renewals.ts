import type Stripe from 'stripe';
import { addIntervals, hour } from './clock.ts';
import { firstItem, intentOf, subscriptionOf } from './find.ts';
import { endDiscounts } from './operations/discounts.ts';
import { endSubscription, expireSubscription } from './operations/ending.ts';
import { issueInvoice, makeInvoice } from './operations/invoicing.ts';
import { chargeAutomatically } from './operations/payments.ts';
import { change, type World } from './world.ts';

interface Due {
  at: number;
  run(): void;
}

/** Hours after which an unpaid first invoice expires. */
const incompleteHours = 23;

/** Executes all renewals, payment retries and expiries that are due by the given time, in chronological order. */
export function runDue(world: World, until: number): void {
  for (;;) {
    const [next] = allDue(world)
      .filter(({ at }) => at <= until)
      .sort((a, b) => a.at - b.at);
    if (!next) return;
    world.clock.runAt(next.at, next.run);
  }
}

function allDue(world: World): Due[] {
  const ofSubscriptions = [...world.state.subscriptions.values()].flatMap((subscription) => {
    const due = dueOf(world, subscription);
    return due ? [due] : [];
  });
  return [...ofSubscriptions, ...retriesDue(world)];
}

function dueOf(world: World, subscription: Stripe.Subscription): Due | undefined {
  if (subscription.status === 'incomplete') {
    const at = subscription.created + incompleteHours * hour;
    return { at, run: () => expireSubscription(world, subscription) };
  }
  if (subscription.status !== 'active' && subscription.status !== 'past_due') return undefined;
  const at = firstItem(subscription).current_period_end;
  if (!subscription.cancel_at_period_end) return { at, run: () => renew(world, subscription) };
  return { at, run: () => endSubscription(world, subscription, 'cancellation_requested') };
}

function retriesDue(world: World): Due[] {
  return [...world.state.invoices.values()].flatMap((invoice) => {
    const subscription = subscriptionOf(world, invoice);
    if (invoice.status !== 'open' || invoice.next_payment_attempt === null || !subscription) return [];
    return [{ at: invoice.next_payment_attempt, run: () => collect(world, subscription, invoice) }];
  });
}

function renew(world: World, subscription: Stripe.Subscription): void {
  const { recurring } = firstItem(subscription).price;
  if (!recurring) throw new Error(`${subscription.id} has no recurring price`);
  const start = firstItem(subscription).current_period_end;
  let invoice: Stripe.Invoice | undefined;
  change(world, 'customer.subscription.updated', subscription, () => {
    for (const item of subscription.items.data) {
      item.current_period_start = start;
      item.current_period_end = nextEnd(subscription.billing_cycle_anchor, start, recurring);
    }
    endDiscounts(world, subscription, start, false);
    invoice = makeInvoice(world, subscription, 'subscription_cycle');
  });
  if (!invoice) return;
  issueInvoice(world, subscription, invoice);
  if (invoice.status === 'open') collect(world, subscription, invoice);
}

/**
 * Returns the end of the next billing period. Counts intervals from the billing anchor, so that a subscription anchored
 * on the 31st returns to that day after a shorter month.
 */
function nextEnd(anchor: number, start: number, recurring: Stripe.Price.Recurring): number {
  let count = 1;
  while (addIntervals(anchor, recurring, count) <= start) count += 1;
  return addIntervals(anchor, recurring, count);
}

function collect(world: World, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  const intent = intentOf(world, invoice);
  if (!intent) throw new Error(`${invoice.id} has no payment intent`);
  if (chargeAutomatically(world, intent, subscription) === 'succeeded') return;
  if (invoice.next_payment_attempt === null) {
    endSubscription(world, subscription, 'payment_failed');
    return;
  }
  change(world, 'customer.subscription.updated', subscription, () => {
    subscription.status = 'past_due';
  });
}
