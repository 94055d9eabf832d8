import type { SubscriptionSetup } from '@gossamer/contracts/billing';
import { AnswerError, ApiError, NetworkError } from '../../../lib/api-error.ts';

/** Next step of the checkout, based on the server's response to the request to create a subscription. */
export type NextStep =
  | { step: 'pay'; clientSecret: string }
  /** No payment is necessary, because a promotion code covers the full price. */
  | { step: 'free' }
  | { step: 'subscribed' }
  | { step: 'broken' };

/**
 * Reason why the payment form is unavailable. Each reason except `paymentDue` has texts under `problems` in
 * `checkout.json`.
 */
export type SetupProblem =
  | 'configuration'
  | 'createSubscription'
  | 'setUpPayment'
  | 'setUpSubscription'
  /** The member already has a subscription with a payment that is due. */
  | 'paymentDue';

export function readSetup({ status, isNew, clientSecret }: SubscriptionSetup): NextStep {
  if (status === 'active') return { step: isNew ? 'free' : 'subscribed' };
  return clientSecret ? { step: 'pay', clientSecret } : { step: 'broken' };
}

/** Returns the problem to show after a request to create a subscription has failed. */
export function setupProblemOf(error: unknown): SetupProblem {
  if (error instanceof NetworkError) return 'setUpSubscription';
  if (error instanceof AnswerError) return 'setUpPayment';
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'payment_due') return 'paymentDue';
  return code === 'payments_not_configured' ? 'configuration' : 'createSubscription';
}

/** Returns whether the server rejected the promotion code. In that case, it created no subscription. */
export const isAboutPromoCode = (error: unknown) => error instanceof ApiError && error.field === 'promoCode';
