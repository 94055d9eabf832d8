import { z } from 'zod';
import { plans } from './limits.ts';

const accountId = z.string().min(1);
const amountCents = z.int().min(0);
/**
 * Immutable properties of a payment. Payment facts (domain events) published before the affiliate service existed lack
 * `paidAt` and `cardFingerprint`.
 */
const payment = {
  paymentId: z.string(),
  accountId,
  amountCents,
  /** ISO 4217 currency code, in lower case. */
  currency: z.string().length(3).default('usd'),
  paidAt: z.iso.datetime().optional(),
  /**
   * Stripe's fingerprint of the card, which is identical in all accounts that pay with the card; null for other payment
   * methods.
   */
  cardFingerprint: z.string().nullable().default(null),
};

/**
 * Facts (domain events) that services publish. A fact is delivered from the publisher's outbox to the inbox of every
 * subscriber. `stream` and `key` identify the database row that the fact describes. Versions order the facts about a
 * row. A consumer applies a fact only if its version is higher than that of the last one, so each fact contains the
 * complete state that consumers need, not a change.
 */
export const facts = {
  'account.created': {
    stream: 'account',
    subscribers: ['affiliate', 'billing'],
    /** `referralCode`: code of the partner whose link the visitor opened first. */
    payload: z.object({ accountId, email: z.email(), referralCode: z.string().optional() }),
  },
  'account.deleted': {
    stream: 'account',
    subscribers: ['affiliate', 'billing'],
    payload: z.object({ accountId }),
  },
  'plan.changed': {
    stream: 'plan',
    subscribers: ['gateway'],
    payload: z.object({ accountId, plan: z.enum(plans) }),
  },
  'payment.succeeded': {
    stream: 'payment',
    subscribers: ['affiliate'],
    payload: z.object(payment),
  },
  'payment.refunded': {
    stream: 'payment',
    subscribers: ['affiliate'],
    payload: z.object({ ...payment, refundedCents: amountCents }),
  },
} as const;

export type FactName = keyof typeof facts;
export type FactPayload<N extends FactName> = z.infer<(typeof facts)[N]['payload']>;

/** Message envelope of a fact (domain event). `key` is the row's id within the stream. */
export const factEnvelope = z.object({
  id: z.string(),
  name: z.enum(Object.keys(facts) as [FactName, ...FactName[]]),
  key: z.string().min(1),
  version: z.int().min(1),
  payload: z.unknown(),
});
export type FactEnvelope = z.infer<typeof factEnvelope>;
