import type Stripe from 'stripe';
import type { BillingDeps } from '../deps.ts';
import { readInvoice, readPaymentOfIntent, readSubscription } from '../mirror/read-from-stripe.ts';
import { nothing, type Snapshot } from '../mirror/snapshot.ts';

/** Reads what an event refers to. Its own data may be stale: events can be late, duplicated and out of order. */
export type EventHandler<T extends Stripe.Event.Type> = (
  deps: BillingDeps,
  event: Extract<Stripe.Event, { type: T }>,
) => Promise<Snapshot>;

type Handlers = { [T in Stripe.Event.Type]?: EventHandler<T> };

/** A subscription was created, changed, paused or ended; also after a change of card or a new period. */
const ofSubscription = (deps: BillingDeps, { data }: { data: { object: Stripe.Subscription } }) =>
  readSubscription(deps, data.object.id);

/** A payment succeeded or failed. Reads the subscription too, because its own event may arrive later. */
const ofInvoice = async (deps: BillingDeps, { data }: { data: { object: Stripe.Invoice } }) =>
  data.object.id ? readInvoice(deps, data.object.id) : nothing;

/** A payment was fully or partly refunded, or a dispute was created, updated or closed. */
const ofPayment = (deps: BillingDeps, { data }: { data: { object: Stripe.Charge | Stripe.Dispute } }) =>
  readPaymentOfIntent(deps, data.object.payment_intent);

/** The handled events; Stripe's webhook endpoint must be configured to send them (docs/operations.md). */
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

/** Returns the handler of an event type, or undefined if billing does not handle it. */
export function handlerOf(type: string): EventHandler<Stripe.Event.Type> | undefined {
  return Object.hasOwn(handlers, type)
    ? (handlers as unknown as Record<string, EventHandler<Stripe.Event.Type>>)[type]
    : undefined;
}
