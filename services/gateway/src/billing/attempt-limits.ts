import type { AttemptLimit } from '../limits/attempts.ts';

const windowMs = 3_600_000;

/** Promo codes that are tried from one address, by whichever route: they are short enough to be guessed. */
export const addressPromoCodes = (subject: string): AttemptLimit => ({
  kind: 'promoCode',
  ...{ subject, allowance: 30, windowMs },
});

/** Subscriptions that a member begins, each with a promo code perhaps. */
export const memberSubscriptions = (subject: string): AttemptLimit => ({
  kind: 'subscription',
  ...{ subject, allowance: 60, windowMs },
});

/** Looks at Stripe after a payment. Each asks Stripe several times, whose own limit all members share. */
export const memberConfirmations = (subject: string): AttemptLimit => ({
  kind: 'confirmation',
  ...{ subject, allowance: 120, windowMs },
});

/** Sessions of the customer portal, each made at Stripe. */
export const memberPortals = (subject: string): AttemptLimit => ({
  kind: 'portal',
  ...{ subject, allowance: 60, windowMs },
});

export const memberRefundRequests = (subject: string): AttemptLimit => ({
  kind: 'refundRequest',
  ...{ subject, allowance: 10, windowMs },
});
