import type { SubscriptionSetup } from '@gossamer/contracts/billing';
import { AnswerError, ApiError, NetworkError } from '../../../lib/api-error.ts';

/** What there is to do after an answer about the subscription. */
export type NextStep =
  | { step: 'pay'; clientSecret: string }
  /** A promotion code has paid for it. */
  | { step: 'free' }
  | { step: 'subscribed' }
  | { step: 'broken' };

/** Why there is nothing to pay with; each has a title and a text under `problems` in `checkout.json`. */
export type SetupProblem =
  | 'configuration'
  | 'createSubscription'
  | 'setUpPayment'
  | 'setUpSubscription'
  /** There is a subscription, and it waits for money. */
  | 'paymentDue';

export function readSetup({ status, isNew, clientSecret }: SubscriptionSetup): NextStep {
  if (status === 'active') return { step: isNew ? 'free' : 'subscribed' };
  return clientSecret ? { step: 'pay', clientSecret } : { step: 'broken' };
}

/** Whatever creating a subscription can throw → what people are told. */
export function setupProblemOf(error: unknown): SetupProblem {
  if (error instanceof NetworkError) return 'setUpSubscription';
  if (error instanceof AnswerError) return 'setUpPayment';
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'payment_due') return 'paymentDue';
  return code === 'payments_not_configured' ? 'configuration' : 'createSubscription';
}

/** The promotion code was refused, and nothing has been made. */
export const isAboutPromoCode = (error: unknown) => error instanceof ApiError && error.field === 'promoCode';
