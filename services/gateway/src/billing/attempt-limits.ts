import type { AttemptLimit } from '../limits/attempts.ts';

const windowMs = 3_600_000;

/** Promo codes tried from one address, over all routes: they are short enough to be guessed. */
export const addressPromoCodes = (subject: string): AttemptLimit => ({
  kind: 'promoCode',
  subject,
  allowance: 30,
  windowMs,
});

/** Subscriptions that a member starts, each possibly with a promo code. */
export const memberSubscriptions = (subject: string): AttemptLimit => ({
  kind: 'subscription',
  subject,
  allowance: 60,
  windowMs,
});

/** Confirmations after a payment. Each calls Stripe several times, whose rate limit all members share. */
export const memberConfirmations = (subject: string): AttemptLimit => ({
  kind: 'confirmation',
  subject,
  allowance: 120,
  windowMs,
});

/** Sessions of the customer portal, each created at Stripe. */
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
