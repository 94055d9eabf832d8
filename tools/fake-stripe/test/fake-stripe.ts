import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { type FakeStripe, type FakeStripeOptions, startFakeStripe } from '../src/start-fake-stripe.ts';

export const keys = {
  secretKey: 'sk_fake_0123456789abcdef',
  publishableKey: 'pk_fake_0123456789abcdef',
  webhookSecret: 'whsec_0123456789abcdef',
};

export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  expired: '4000000000000069',
  authentication: '4000002500003155',
  failsLater: '4000000000000341',
};

export interface Shop {
  fakeStripe: FakeStripe;
  stripe: Stripe;
  price: Stripe.Price;
}

/** Returns a Stripe SDK client for the fake Stripe, configured like the clients of the services. */
export function sdkFor(url: string, secretKey = keys.secretKey, maxNetworkRetries = 0): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries,
    telemetry: false,
  });
}

/** Starts a fake Stripe with a product for $9 a month. Closes the server at the end of the test. */
export async function openShop(options: Partial<FakeStripeOptions> = {}): Promise<Shop> {
  const fakeStripe = await startFakeStripe({ ...keys, ...options });
  onTestFinished(() => fakeStripe.close());
  const stripe = sdkFor(fakeStripe.url);
  const product = await stripe.products.create({ name: 'Pro' });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 900,
    recurring: { interval: 'month' },
    lookup_key: 'pro-monthly',
  });
  return { fakeStripe, stripe, price };
}

export interface Purchase {
  customer: Stripe.Customer;
  subscription: Stripe.Subscription;
  clientSecret: string | undefined;
}

export async function promotionCodeId(stripe: Stripe, code: string): Promise<string> {
  const { data } = await stripe.promotionCodes.list({ code, active: true });
  return data[0]!.id;
}

/** Creates an unpaid subscription, optionally with a promotion code. */
export async function order({ stripe, price }: Shop, code?: string): Promise<Purchase> {
  const customer = await stripe.customers.create({ email: 'ada@example.com', name: 'Ada' });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    ...(code !== undefined && { discounts: [{ promotion_code: await promotionCodeId(stripe, code) }] }),
    expand: ['latest_invoice.confirmation_secret'],
  });
  return { customer, subscription, clientSecret: invoiceOf(subscription).confirmation_secret?.client_secret };
}

/** Creates a subscription and pays for it. */
export async function buy(shop: Shop, card = cards.good, code?: string): Promise<Purchase> {
  const purchase = await order(shop, code);
  if (purchase.clientSecret !== undefined) await shop.fakeStripe.pay(purchase.clientSecret, card);
  return purchase;
}

export function invoiceOf(subscription: Stripe.Subscription): Stripe.Invoice {
  if (typeof subscription.latest_invoice === 'object' && subscription.latest_invoice) {
    return subscription.latest_invoice;
  }
  throw new Error('latest_invoice was not expanded');
}

export const typesOf = (events: { type: string }[]) => events.map(({ type }) => type);
