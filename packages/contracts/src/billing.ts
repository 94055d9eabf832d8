import { z } from 'zod';
import { signupBody } from './accounts.ts';
import { plans } from './limits.ts';

/** What Pro costs (spec.md section 9). */
export const proPrice = { amountCents: 900, currency: 'usd', interval: 'month' } as const;

/** Days after the first payment in which it is paid back on request (spec.md section 1). */
export const refundDays = 30;

/** Calls of a visitor's browser end here while the fake Stripe takes the place of Stripe. */
export const fakeStripePath = '/fake-stripe';
/** How the fake Stripe's publishable keys begin: by it the browser knows with whom it speaks. */
export const fakeStripeKeyPrefix = 'pk_fake_';

/** As people type it; Stripe compares without regard to case. */
export const promoCode = z
  .string()
  .trim()
  .regex(/^[\w-]{1,64}$/);

/** `POST /api/create-subscription`: without a code the one that the waiting subscription has stays; an empty one takes it off. */
export const createSubscriptionBody = z.object({ promoCode: promoCode.or(z.literal('')).optional() });
/** `POST /api/create-anonymous-subscription`: the account and what it pays with, in one form. */
export const anonymousSubscriptionBody = signupBody.extend({ promoCode: promoCode.optional() });
/** `POST /api/billing/promo-code` */
export const promoCodeBody = z.object({ promoCode });
/** `POST /api/billing/refund-request` */
export const refundRequestBody = z.object({ reason: z.string().trim().max(2_000).default('') });

/** What a promotion code takes off, and what is left to pay at first. */
export const promotion = z.object({
  code: z.string(),
  percentOff: z.number().nullable(),
  amountOffCents: z.int().nullable(),
  /** For the first payment, for some months, or for as long as the subscription lasts. */
  duration: z.enum(['once', 'repeating', 'forever']),
  durationMonths: z.int().nullable(),
  firstAmountCents: z.int().min(0),
});
export type Promotion = z.infer<typeof promotion>;

/** The plan of an account, as billing knows it; the version orders what is said of it. */
const planState = z.object({ plan: z.enum(plans), planVersion: z.int().min(0) });
export type PlanState = z.infer<typeof planState>;

/**
 * What the browser needs to pay. `status` is `active` when there is nothing to pay: the account had Pro already, or,
 * with `isNew`, a promotion code has just made it free.
 */
export const subscriptionSetup = planState.extend({
  status: z.enum(['incomplete', 'active']),
  customerId: z.string(),
  clientSecret: z.string().optional(),
  isNew: z.boolean(),
  promotion: promotion.nullable(),
});
export type SubscriptionSetup = z.infer<typeof subscriptionSetup>;

/** `POST /api/billing/confirm`: how the subscription stands at Stripe right now. */
export const billingConfirmation = planState.extend({ subscriptionStatus: z.string().nullable() });

/** `POST /api/billing/portal`: where the customer portal is. */
export const portalLink = z.object({ url: z.url() });

/** How a member's subscription and its first payment stand, by billing. Times are ISO 8601, UTC. */
export const subscriptionSummary = z.object({
  /** Stripe's word for it; null when there never was one. */
  subscriptionStatus: z.string().nullable(),
  /** When it renews, or ends when it was cancelled. */
  currentPeriodEndsAt: z.iso.datetime().nullable(),
  isCancelled: z.boolean(),
  /** A payment has failed and is tried again; Pro ends then. */
  graceEndsAt: z.iso.datetime().nullable(),
  hasPortal: z.boolean(),
  /** Until when the first payment can be asked back; null when it cannot. */
  refundableUntil: z.iso.datetime().nullable(),
});
export type SubscriptionSummary = z.infer<typeof subscriptionSummary>;

/** `GET /api/billing`: what a member's account page says about the subscription. */
export const billingSummary = subscriptionSummary.extend({ isRefundRequested: z.boolean() });
export type BillingSummary = z.infer<typeof billingSummary>;

/** What support needs to know of a request to be paid back. */
export const refundRequestFacts = z.object({
  invoiceId: z.string(),
  paymentIntentId: z.string().nullable(),
  customerId: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  paidAt: z.iso.datetime(),
});
