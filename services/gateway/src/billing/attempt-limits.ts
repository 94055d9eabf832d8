import type { AttemptLimit } from '../limits/attempts.ts';

const windowMs = 3_600_000;

/** Limit on promo code attempts per IP address, across all routes. Promo codes are short enough to guess. */
export const addressPromoCodes = (subject: string): AttemptLimit => ({
  kind: 'promoCode',
  subject,
  allowance: 30,
  windowMs,
});

/** Limit on the subscriptions that a member can start, with or without a promo code. */
export const memberSubscriptions = (subject: string): AttemptLimit => ({
  kind: 'subscription',
  subject,
  allowance: 60,
  windowMs,
});

/**
 * Limit on payment confirmations per member. Each confirmation calls Stripe several times, and all members share
 * Stripe's rate limit.
 */
export const memberConfirmations = (subject: string): AttemptLimit => ({
  kind: 'confirmation',
  subject,
  allowance: 120,
  windowMs,
});

/** Limit on customer portal sessions per member. Creating a session requires a call to the Stripe API. */
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
