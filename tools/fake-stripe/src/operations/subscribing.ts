import type Stripe from 'stripe';
import { addIntervals } from '../clock.ts';
import { findCustomer, findMethod, findPrice, intentOf } from '../find.ts';
import { newSubscription } from '../objects/subscription.ts';
import { snapshot } from '../snapshot.ts';
import { invalid } from '../stripe-error.ts';
import { emit, type World } from '../world.ts';
import { resolveDiscounts, useDiscounts, type WantedDiscount } from './discounts.ts';
import { issueInvoice, makeInvoice } from './invoicing.ts';
import { chargeAutomatically } from './payments.ts';

export interface WantedItem {
  price: string;
  quantity?: number | undefined;
  metadata?: Stripe.Metadata | undefined;
}

export interface WantedSubscription {
  customer: string;
  items: WantedItem[];
  paymentBehavior: 'default_incomplete' | 'allow_incomplete';
  discounts: WantedDiscount[];
  metadata: Stripe.Metadata;
  description: string | null;
  defaultPaymentMethod: string | null;
  saveDefaultPaymentMethod: string;
  paymentMethodTypes: string[] | null;
  cancelAtPeriodEnd: boolean;
}

/**
 * Returns the requested items with their prices.
 * @throws StripeError if a price is unknown or not recurring
 */
export function priceItems(world: World, items: WantedItem[]) {
  return items.map(({ price: id, quantity = 1, metadata = {} }, place) => {
    const price = findPrice(world, id, `items[${place}][price]`);
    if (!price.recurring) {
      throw invalid(
        'The price specified is set to `type=one_time` but this field only accepts recurring prices.',
        {
          param: `items[${place}][price]`,
        },
      );
    }
    return { price: snapshot(price), quantity, metadata, recurring: price.recurring };
  });
}

/**
 * Creates a subscription and its first invoice.
 * @throws StripeError if a parameter is invalid
 */
export function subscribe(world: World, wanted: WantedSubscription): Stripe.Subscription {
  const now = world.clock.now();
  findCustomer(world, wanted.customer, 'customer');
  if (wanted.defaultPaymentMethod !== null) {
    findMethod(world, wanted.defaultPaymentMethod, 'default_payment_method');
  }
  const items = priceItems(world, wanted.items);
  const [first] = items;
  if (!first) throw invalid('Missing required param: items.', { code: 'parameter_missing', param: 'items' });
  const discounts = resolveDiscounts(world, wanted.discounts, wanted.customer);

  const period = { start: now, end: addIntervals(now, first.recurring, 1) };
  const subscription = newSubscription(now, { ...wanted, items, currency: first.price.currency, period });
  useDiscounts(world, discounts, subscription);
  subscription.discounts = discounts.map(({ id }) => id);
  world.state.subscriptions.set(subscription.id, subscription);

  const invoice = makeInvoice(world, subscription, 'subscription_create');
  if (invoice.amount_due === 0) subscription.status = 'active';
  emit(world, 'customer.subscription.created', subscription);
  issueInvoice(world, subscription, invoice);
  const intent = intentOf(world, invoice);
  if (intent && wanted.paymentBehavior === 'allow_incomplete')
    chargeAutomatically(world, intent, subscription);
  return subscription;
}
