import type { SubscriptionSetup } from '@gossamer/contracts/billing';
import { AnswerError, ApiError, NetworkError } from '../../../lib/api-error.ts';

/** Next step of the checkout after the server has responded to the creation of a subscription. */
export type NextStep =
  | { step: 'pay'; clientSecret: string }
  /** There is nothing to pay, because a promotion code covers the whole price. */
  | { step: 'free' }
  | { step: 'subscribed' }
  | { step: 'broken' };

/**
 * Reason why payment is not possible. Each reason except `paymentDue` has texts under `problems` in `checkout.json`.
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

/** Returns the problem to show when a subscription could not be created. */
export function setupProblemOf(error: unknown): SetupProblem {
  if (error instanceof NetworkError) return 'setUpSubscription';
  if (error instanceof AnswerError) return 'setUpPayment';
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'payment_due') return 'paymentDue';
  return code === 'payments_not_configured' ? 'configuration' : 'createSubscription';
}

/** Returns whether the error is a rejected promotion code. In that case, no subscription was created. */
export const isAboutPromoCode = (error: unknown) => error instanceof ApiError && error.field === 'promoCode';
