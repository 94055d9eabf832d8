import { AppError } from '@gossamer/service-kit/errors';
import Stripe from 'stripe';

const { errors } = Stripe;

/** A fault of Stripe's that says the thing asked for is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/**
 * Does something at Stripe; what goes wrong there becomes what people are told.
 * @throws AppError `payment_provider_unavailable`, `payments_not_configured`, `payment_failed`
 */
export async function atStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof errors.StripeError ? toAppError(error) : error;
  }
}

/** The cause goes to the log without what Stripe's answer quotes of the request. */
function toAppError(error: InstanceType<typeof errors.StripeError>): AppError {
  const cause = new Error(
    `Stripe: ${error.type} ${error.code ?? ''} ${error.statusCode ?? ''} ${error.requestId ?? ''}`.trim(),
  );
  if (error instanceof errors.StripeCardError) return new AppError('payment_failed', { cause });
  // A wrong or withdrawn key: only the operator can mend it.
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return new AppError('payments_not_configured', { cause });
  if (error instanceof errors.StripeInvalidRequestError) return new AppError('internal', { cause });
  return new AppError('payment_provider_unavailable', { retryAfterSeconds: 10, cause });
}
