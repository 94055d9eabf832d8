import type { AttemptLimit } from '../limits/attempts.ts';

const windowMs = 3_600_000;

/** Limits promo code attempts from one network address, over all routes, because codes are short enough to guess. */
export const addressPromoCodes = (subject: string): AttemptLimit => ({
  kind: 'promoCode',
  subject,
  allowance: 30,
  windowMs,
});

/** Limits the subscriptions that a member starts, each possibly with a promo code. */
export const memberSubscriptions = (subject: string): AttemptLimit => ({
  kind: 'subscription',
  subject,
  allowance: 60,
  windowMs,
});

/** Limits confirmations after a payment. Each calls Stripe several times, and all members share Stripe's rate limit. */
export const memberConfirmations = (subject: string): AttemptLimit => ({
  kind: 'confirmation',
  subject,
  allowance: 120,
  windowMs,
});

/** Limits sessions of the customer portal, each of which is created at Stripe. */
export const memberPortals = (subject: string): AttemptLimit => ({
  kind: 'portal',
  subject,
  allowance: 60,
  windowMs,
});

export const memberRefundRequests = (subject: string): AttemptLimit => ({
  kind: 'refundRequest',
  subject,
  allowance: 10,
  windowMs,
});
