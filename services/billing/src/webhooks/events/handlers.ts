import type Stripe from 'stripe';
import type { BillingDeps } from '../../deps.ts';
import type { Snapshot } from '../../ledger/snapshot.ts';
import { chargeDispute } from './charge-dispute.ts';
import { chargeRefunded } from './charge-refunded.ts';
import { customerSubscription } from './customer-subscription.ts';
import { invoicePaid } from './invoice-paid.ts';
import { invoicePaymentFailed } from './invoice-payment-failed.ts';

/** Takes an event as a hint of what to read again. What it says itself may be old: events come late, twice, in any order. */
export type EventHandler<T extends Stripe.Event.Type> = (
  deps: BillingDeps,
  event: Extract<Stripe.Event, { type: T }>,
) => Promise<Snapshot>;

type Handlers = { [T in Stripe.Event.Type]?: EventHandler<T> };

/** What billing listens to; the endpoint at Stripe is to send these (docs/operations.md). */
const handlers = {
  'customer.subscription.created': customerSubscription,
  'customer.subscription.updated': customerSubscription,
  'customer.subscription.deleted': customerSubscription,
  'customer.subscription.paused': customerSubscription,
  'customer.subscription.resumed': customerSubscription,
  'invoice.paid': invoicePaid,
  'invoice.payment_failed': invoicePaymentFailed,
  'charge.refunded': chargeRefunded,
  'charge.dispute.created': chargeDispute,
  'charge.dispute.updated': chargeDispute,
  'charge.dispute.closed': chargeDispute,
} satisfies Handlers;

export const handledTypes = Object.keys(handlers) as (keyof typeof handlers)[];

/** The handler of a type; undefined for what billing does not listen to. */
export function handlerOf(type: string): EventHandler<Stripe.Event.Type> | undefined {
  return Object.hasOwn(handlers, type)
    ? (handlers as unknown as Record<string, EventHandler<Stripe.Event.Type>>)[type]
    : undefined;
}
