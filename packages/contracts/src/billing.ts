import { z } from 'zod';
import { signupBody } from './accounts.ts';
import { plans } from './limits.ts';

/** The price of Pro (spec.md section 9). */
export const proPrice = { amountCents: 900, currency: 'usd', interval: 'month' } as const;

/** Number of days within which the first payment is refunded on request (spec.md section 1). */
export const refundDays = 30;

/** Path of the browser's Stripe API calls in environments that use the fake Stripe server. */
export const fakeStripePath = '/fake-stripe';
/** Prefix of publishable keys issued by the fake Stripe server. The browser uses the prefix to detect the fake. */
export const fakeStripeKeyPrefix = 'pk_fake_';

/** A promotion code as entered. Stripe ignores its case. */
export const promoCode = z
  .string()
  .trim()
  .regex(/^[\w-]{1,64}$/);

/**
 * Request body of `POST /api/create-subscription`. If the promotion code is absent, an incomplete subscription keeps
 * its current code; an empty string removes the code.
 */
export const createSubscriptionBody = z.object({ promoCode: promoCode.or(z.literal('')).optional() });
/** Request body of `POST /api/create-anonymous-subscription`, which creates an account and its subscription. */
export const anonymousSubscriptionBody = signupBody.extend({ promoCode: promoCode.optional() });
/** Request body of `POST /api/billing/promo-code`. */
export const promoCodeBody = z.object({ promoCode });
/** Request body of `POST /api/billing/refund-request`. */
export const refundRequestBody = z.object({ reason: z.string().trim().max(2_000).default('') });

/** A promotion code's discount and the amount of the first payment. */
export const promotion = z.object({
  code: z.string(),
  percentOff: z.number().nullable(),
  amountOffCents: z.int().nullable(),
  /**
   * How long the discount applies: to the first payment, for a number of months, or for the lifetime of the
   * subscription.
   */
  duration: z.enum(['once', 'repeating', 'forever']),
  durationMonths: z.int().nullable(),
  firstAmountCents: z.int().min(0),
});
export type Promotion = z.infer<typeof promotion>;

/** An account's plan as recorded by the billing service. The version increases with each change of the plan. */
const planState = z.object({ plan: z.enum(plans), planVersion: z.int().min(0) });
export type PlanState = z.infer<typeof planState>;

/**
 * Data that the browser needs for a payment. `status` is `active` if no payment is required: the account already has
 * Pro or, if `isNew` is true, a promotion code covers the first payment.
 */
export const subscriptionSetup = planState.extend({
  status: z.enum(['incomplete', 'active']),
  customerId: z.string(),
  clientSecret: z.string().optional(),
  isNew: z.boolean(),
  promotion: promotion.nullable(),
});
export type SubscriptionSetup = z.infer<typeof subscriptionSetup>;

/** Response of `POST /api/billing/confirm`: the current status of the subscription in Stripe. */
export const billingConfirmation = planState.extend({ subscriptionStatus: z.string().nullable() });

/** Response of `POST /api/billing/portal`: URL of the customer portal. */
export const portalLink = z.object({ url: z.url() });

/** Status of a member's subscription and first payment, according to billing. Times are ISO 8601, UTC. */
export const subscriptionSummary = z.object({
  /** Status of the subscription in Stripe; null if there has never been one. */
  subscriptionStatus: z.string().nullable(),
  /** Time at which the subscription renews, or ends if it was canceled. */
  currentPeriodEndsAt: z.iso.datetime().nullable(),
  isCanceled: z.boolean(),
  /** Time at which Pro ends if all retries of the failed payment fail. */
  graceEndsAt: z.iso.datetime().nullable(),
  hasPortal: z.boolean(),
  /** End of the refund period of the first payment; null if the payment is not refundable. */
  refundableUntil: z.iso.datetime().nullable(),
});
export type SubscriptionSummary = z.infer<typeof subscriptionSummary>;

/** Response of `GET /api/billing`: the subscription as shown on a member's account page. */
export const billingSummary = subscriptionSummary.extend({ isRefundRequested: z.boolean() });
export type BillingSummary = z.infer<typeof billingSummary>;

/** Details of a refund request, for the support team. */
export const refundRequestFacts = z.object({
  invoiceId: z.string(),
  paymentIntentId: z.string().nullable(),
  customerId: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  paidAt: z.iso.datetime(),
});
