import { z } from 'zod';
import { plans } from './limits.ts';

const accountId = z.string().min(1);
const amountCents = z.int().min(0);
/** What of a payment never changes. Those told before there was an affiliate service lack the last two. */
const payment = {
  paymentId: z.string(),
  accountId,
  amountCents,
  /** ISO 4217, lower case. */
  currency: z.string().length(3).default('usd'),
  paidAt: z.iso.datetime().optional(),
  /** The provider's mark of the card, the same for every account that pays with it; null for other ways to pay. */
  cardFingerprint: z.string().nullable().default(null),
};

/**
 * What services tell each other. A fact goes through the sender's outbox into the inbox of every subscriber.
 * `stream` and the payload's `key` name the row it speaks of; its version orders the facts of one row, and a
 * consumer applies only a higher one. So a fact carries the whole state that its consumers need, not a change.
 */
export const facts = {
  'account.created': {
    stream: 'account',
    subscribers: ['affiliate', 'billing'],
    /** `referralCode`: of the partner whose link the visitor had followed first. */
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

/** A fact on the wire. `key` is the row's id within the stream. */
export const factEnvelope = z.object({
  id: z.string(),
  name: z.enum(Object.keys(facts) as [FactName, ...FactName[]]),
  key: z.string().min(1),
  version: z.int().min(1),
  payload: z.unknown(),
});
export type FactEnvelope = z.infer<typeof factEnvelope>;
