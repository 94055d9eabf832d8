import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type Stripe from 'stripe';
import { fingerprintOf } from './test-cards.ts';

/** Pending delivery of an event to the webhook. Times are real times in milliseconds, regardless of the fake clock. */
export interface Delivery {
  eventId: string;
  attempts: number;
  nextAttemptAtMs: number;
}

/** First response to an API call with an idempotency key. It is replayed when the call is repeated. */
export interface StoredAnswer {
  fingerprint: string;
  status: number;
  body: unknown;
  atMs: number;
}

/** Link to the customer portal. `expiresAtMs` is a real time, regardless of the fake clock. */
export interface PortalLink {
  customerId: string;
  configurationId: string;
  returnUrl: string | null;
  expiresAtMs: number;
}

/** State of the fake Stripe. Objects refer to each other by id, as in API responses without `expand[]`. */
export interface State {
  clockOffsetMs: number;
  customers: Map<string, Stripe.Customer | Stripe.DeletedCustomer>;
  products: Map<string, Stripe.Product>;
  prices: Map<string, Stripe.Price>;
  coupons: Map<string, Stripe.Coupon>;
  promotionCodes: Map<string, Stripe.PromotionCode>;
  discounts: Map<string, Stripe.Discount>;
  subscriptions: Map<string, Stripe.Subscription>;
  invoices: Map<string, Stripe.Invoice>;
  invoicePayments: Map<string, Stripe.InvoicePayment>;
  paymentIntents: Map<string, Stripe.PaymentIntent>;
  paymentMethods: Map<string, Stripe.PaymentMethod>;
  charges: Map<string, Stripe.Charge>;
  refunds: Map<string, Stripe.Refund>;
  disputes: Map<string, Stripe.Dispute>;
  portalConfigurations: Map<string, Stripe.BillingPortal.Configuration>;
  events: Map<string, Stripe.Event>;
  deliveries: Delivery[];
  answers: Map<string, StoredAnswer>;
  /** Card numbers by payment method id. The card number determines whether a payment succeeds. */
  cardNumbers: Map<string, string>;
  /** Number of automatic payment retries by invoice id. */
  retries: Map<string, number>;
  /** Return URLs for redirects to the bank or wallet, by payment intent id. */
  returnUrls: Map<string, string>;
  portalLinks: Map<string, PortalLink>;
}

function emptyState(): State {
  return {
    clockOffsetMs: 0,
    customers: new Map(),
    products: new Map(),
    prices: new Map(),
    coupons: new Map(),
    promotionCodes: new Map(),
    discounts: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    invoicePayments: new Map(),
    paymentIntents: new Map(),
    paymentMethods: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    portalConfigurations: new Map(),
    events: new Map(),
    deliveries: [],
    answers: new Map(),
    cardNumbers: new Map(),
    retries: new Map(),
    returnUrls: new Map(),
    portalLinks: new Map(),
  };
}

const dayMs = 24 * 3_600_000;
/** Maximum number of delivered events to keep, which limits the size of the state file. */
const keptEvents = 2_000;
const soonMs = 50;

/** Loads the state file. Returns an empty state if the file does not exist. */
export function loadState(path: string | undefined): State {
  if (path === undefined) return emptyState();
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) return emptyState();
  const read: Partial<State> = JSON.parse(readFileSync(path, 'utf8'), (_key, value) => reviveMap(value));
  const state = { ...emptyState(), ...read };
  fillFingerprints(state);
  return state;
}

/** Adds missing fingerprints to cards in state files of earlier versions, because these cards can still be charged. */
function fillFingerprints({ cardNumbers, paymentMethods, charges }: State): void {
  for (const [id, number] of cardNumbers) {
    const card = paymentMethods.get(id)?.card;
    if (card) card.fingerprint ??= fingerprintOf(number);
  }
  for (const { payment_method, payment_method_details } of charges.values()) {
    const card = payment_method_details?.card;
    const number = cardNumbers.get(payment_method ?? '');
    if (card && number !== undefined) card.fingerprint ??= fingerprintOf(number);
  }
}

/** Writes the state atomically. If the process is killed, the file contains either the old or the new state. */
function saveState(path: string | undefined, state: State): void {
  pruneOld(state);
  if (path === undefined) return;
  const text = JSON.stringify(state, (_key, value) => (value instanceof Map ? { $map: [...value] } : value));
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Saves the state to its file, either immediately (`now`) or debounced together with later changes (`soon`). */
export interface Saver {
  now(): void;
  soon(): void;
}

export function createSaver(path: string | undefined, state: State): Saver {
  let timer: NodeJS.Timeout | undefined;
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    saveState(path, state);
  };
  return {
    now,
    soon: () => {
      timer ??= setTimeout(now, soonMs);
      timer.unref();
    },
  };
}

function reviveMap(value: unknown): unknown {
  const isMap = typeof value === 'object' && value !== null && '$map' in value && Array.isArray(value.$map);
  return isMap ? new Map(value.$map as [string, unknown][]) : value;
}

function pruneOld(state: State): void {
  const nowMs = Date.now();
  for (const [key, answer] of state.answers) if (answer.atMs < nowMs - dayMs) state.answers.delete(key);
  for (const [key, link] of state.portalLinks) if (link.expiresAtMs < nowMs) state.portalLinks.delete(key);
  if (state.events.size <= keptEvents) return;
  const waiting = new Set(state.deliveries.map(({ eventId }) => eventId));
  for (const id of state.events.keys()) {
    if (state.events.size <= keptEvents) return;
    if (!waiting.has(id)) state.events.delete(id);
  }
}
