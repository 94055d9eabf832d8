import type Stripe from 'stripe';
import { missing } from './stripe-error.ts';
import type { World } from './world.ts';

/**
 * Returns an object by its id. `param` is the name of the parameter that contained the id.
 * @throws StripeError if the object does not exist
 */
function find<T>(what: string, objects: Map<string, T>, id: string, param?: string): T {
  const found = objects.get(id);
  if (found === undefined) throw missing(what, id, param);
  return found;
}

/**
 * Returns a customer by id.
 * @throws StripeError if the customer does not exist or is deleted
 */
export function findCustomer(world: World, id: string, param?: string): Stripe.Customer {
  const found = find('customer', world.state.customers, id, param);
  if (found.deleted) throw missing('customer', id, param);
  return found;
}

export const findProduct = (world: World, id: string, param?: string) =>
  find('product', world.state.products, id, param);
export const findPrice = (world: World, id: string, param?: string) =>
  find('price', world.state.prices, id, param);
export const findCoupon = (world: World, id: string, param?: string) =>
  find('coupon', world.state.coupons, id, param);
export const findSubscription = (world: World, id: string, param?: string) =>
  find('subscription', world.state.subscriptions, id, param);
export const findInvoice = (world: World, id: string, param?: string) =>
  find('invoice', world.state.invoices, id, param);
export const findIntent = (world: World, id: string, param?: string) =>
  find('payment_intent', world.state.paymentIntents, id, param);
export const findMethod = (world: World, id: string, param?: string) =>
  find('PaymentMethod', world.state.paymentMethods, id, param);
export const findCharge = (world: World, id: string, param?: string) =>
  find('charge', world.state.charges, id, param);

/** Returns the object id from a field that contains either an id or an expanded object. */
export function idOf(field: string | { id: string } | null): string | null {
  return typeof field === 'object' ? (field?.id ?? null) : field;
}

export function subscriptionOf(world: World, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  const id = idOf(invoice.parent?.subscription_details?.subscription ?? null);
  return id === null ? undefined : world.state.subscriptions.get(id);
}

export function paymentOf(world: World, invoice: Stripe.Invoice): Stripe.InvoicePayment | undefined {
  return [...world.state.invoicePayments.values()].find((payment) => payment.invoice === invoice.id);
}

export function intentOf(world: World, invoice: Stripe.Invoice): Stripe.PaymentIntent | undefined {
  const id = idOf(paymentOf(world, invoice)?.payment.payment_intent ?? null);
  return id === null ? undefined : world.state.paymentIntents.get(id);
}

export function invoiceOf(world: World, intent: Stripe.PaymentIntent): Stripe.Invoice | undefined {
  const payment = [...world.state.invoicePayments.values()].find(
    ({ payment }) => payment.payment_intent === intent.id,
  );
  const id = idOf(payment?.invoice ?? null);
  return id === null ? undefined : world.state.invoices.get(id);
}

/** Returns the default payment method of the subscription, or else of its customer. */
export function defaultMethodOf(
  world: World,
  subscription: Stripe.Subscription,
): Stripe.PaymentMethod | undefined {
  const customer = world.state.customers.get(idOf(subscription.customer) ?? '');
  const ofCustomer =
    customer && !customer.deleted ? idOf(customer.invoice_settings.default_payment_method) : null;
  const id = idOf(subscription.default_payment_method) ?? ofCustomer;
  return id === null ? undefined : world.state.paymentMethods.get(id);
}

/** Returns the first item of a subscription, which contains the current billing period. */
export function firstItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no items`);
  return item;
}
