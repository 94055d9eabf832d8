import type { SubscriptionSetup } from '@gossamer/contracts/billing';
import { AnswerError, ApiError, NetworkError } from '../../../lib/api-error.ts';

/** Next step after the answer to creating a subscription. */
export type NextStep =
  | { step: 'pay'; clientSecret: string }
  /** A promotion code covers the price. */
  | { step: 'free' }
  | { step: 'subscribed' }
  | { step: 'broken' };

/** Why payment is not possible. Each except `paymentDue` has texts under `problems` in `checkout.json`. */
export type SetupProblem =
  | 'configuration'
  | 'createSubscription'
  | 'setUpPayment'
  | 'setUpSubscription'
  /** A subscription exists, but its payment is due. */
  | 'paymentDue';

export function readSetup({ status, isNew, clientSecret }: SubscriptionSetup): NextStep {
  if (status === 'active') return { step: isNew ? 'free' : 'subscribed' };
  return clientSecret ? { step: 'pay', clientSecret } : { step: 'broken' };
}

/** Returns the problem to show for an error of creating a subscription. */
export function setupProblemOf(error: unknown): SetupProblem {
  if (error instanceof NetworkError) return 'setUpSubscription';
  if (error instanceof AnswerError) return 'setUpPayment';
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'payment_due') return 'paymentDue';
  return code === 'payments_not_configured' ? 'configuration' : 'createSubscription';
}

/** Returns whether the promotion code was rejected, in which case nothing was created. */
export const isAboutPromoCode = (error: unknown) => error instanceof ApiError && error.field === 'promoCode';
