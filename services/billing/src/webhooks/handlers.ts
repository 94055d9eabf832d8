import type Stripe from 'stripe';
import type { BillingDeps } from '../deps.ts';
import { readInvoice, readPaymentOfIntent, readSubscription } from '../mirror/read-from-stripe.ts';
import { nothing, type Snapshot } from '../mirror/snapshot.ts';

/** Takes an event as a hint of what to read again. What it says itself may be old: events come late, twice, in any order. */
export type EventHandler<T extends Stripe.Event.Type> = (
  deps: BillingDeps,
  event: Extract<Stripe.Event, { type: T }>,
) => Promise<Snapshot>;

type Handlers = { [T in Stripe.Event.Type]?: EventHandler<T> };

/** A subscription began, changed, was paused, or ended: also when another card took over or a period began. */
const ofSubscription = (deps: BillingDeps, { data }: { data: { object: Stripe.Subscription } }) =>
  readSubscription(deps, data.object.id);

/** A payment was made or failed. The subscription goes with it: its own event may come later. */
const ofInvoice = async (deps: BillingDeps, { data }: { data: { object: Stripe.Invoice } }) =>
  data.object.id ? readInvoice(deps, data.object.id) : nothing;

/** Money went back, all of it or some; or a payer's bank took it back, or the dispute about it went on or ended. */
const ofPayment = (deps: BillingDeps, { data }: { data: { object: Stripe.Charge | Stripe.Dispute } }) =>
  readPaymentOfIntent(deps, data.object.payment_intent);

/** What billing listens to; the endpoint at Stripe is to send these (docs/operations.md). */
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

/** The handler of a type; undefined for what billing does not listen to. */
export function handlerOf(type: string): EventHandler<Stripe.Event.Type> | undefined {
  return Object.hasOwn(handlers, type)
    ? (handlers as unknown as Record<string, EventHandler<Stripe.Event.Type>>)[type]
    : undefined;
}
