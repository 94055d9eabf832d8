import type Stripe from 'stripe';
import type { BillingDeps } from '../deps.ts';
import { readInvoice, readPaymentOfIntent, readSubscription } from '../mirror/read-from-stripe.ts';
import { nothing, type Snapshot } from '../mirror/snapshot.ts';

/**
 * Handles an event by reading the affected object from Stripe. The data in the event may be stale, because events can
 * be late, duplicated or out of order.
 */
export type EventHandler<T extends Stripe.Event.Type> = (
  deps: BillingDeps,
  event: Extract<Stripe.Event, { type: T }>,
) => Promise<Snapshot>;

type Handlers = { [T in Stripe.Event.Type]?: EventHandler<T> };

/** Handles events about a subscription that was created, changed, paused, resumed or ended. */
const ofSubscription = (deps: BillingDeps, { data }: { data: { object: Stripe.Subscription } }) =>
  readSubscription(deps, data.object.id);

/** Handles events about a payment that succeeded or failed. Also reads the subscription, in case its event is late. */
const ofInvoice = async (deps: BillingDeps, { data }: { data: { object: Stripe.Invoice } }) =>
  data.object.id ? readInvoice(deps, data.object.id) : nothing;

/** Handles events about a payment that was fully or partly refunded, and about changes to a dispute. */
const ofPayment = (deps: BillingDeps, { data }: { data: { object: Stripe.Charge | Stripe.Dispute } }) =>
  readPaymentOfIntent(deps, data.object.payment_intent);

/** Handlers by event type. Stripe's webhook endpoint must be configured to send all of these (docs/operations.md). */
const handlers = {
  'customer.subscription.created': ofSubscription,
  'customer.subscription.updated': ofSubscription,
  'customer.subscription.deleted': ofSubscription,
  'customer.subscription.paused': ofSubscription,
  'customer.subscription.resumed': ofSubscription,
  'invoice.paid': ofInvoice,
  'invoice.payment_failed': ofInvoice,
  'charge.refunded': ofPayment,
  'charge.dispute.created': ofPayment,
  'charge.dispute.updated': ofPayment,
  'charge.dispute.closed': ofPayment,
} satisfies Handlers;

export const handledTypes = Object.keys(handlers) as (keyof typeof handlers)[];

/** Returns the handler for an event type, or undefined if billing does not handle the type. */
export function handlerOf(type: string): EventHandler<Stripe.Event.Type> | undefined {
  return Object.hasOwn(handlers, type)
    ? (handlers as unknown as Record<string, EventHandler<Stripe.Event.Type>>)[type]
    : undefined;
}
