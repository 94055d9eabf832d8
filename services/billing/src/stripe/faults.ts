import { AppError } from '@gossamer/service-kit/errors';
import Stripe from 'stripe';

const { errors } = Stripe;

/** Returns whether an error from Stripe means that the requested object does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/**
 * Runs Stripe API calls and converts Stripe's errors to AppErrors.
 * @throws AppError `payment_provider_unavailable`, `payments_not_configured`, `payment_failed`
 */
export async function atStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof errors.StripeError ? toAppError(error) : error;
  }
}

/**
 * Returns whether Stripe has stored an error (5xx or a key conflict) under the idempotency key. If so, a retry with the
 * same key cannot succeed.
 */
export function isKept(error: unknown): boolean {
  return error instanceof errors.StripeAPIError || error instanceof errors.StripeIdempotencyError;
}

/** Returns whether an error from Stripe means that the charge is already refunded or disputed. */
export function isNotRefundable(error: unknown): boolean {
  const codes = ['charge_already_refunded', 'charge_disputed'];
  return error instanceof errors.StripeInvalidRequestError && codes.includes(error.code ?? '');
}

/** Returns whether an error from Stripe means that the request is invalid. */
export function isRefused(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError;
}

/**
 * Returns whether Stripe rejected the discount. Stripe returns the same error code for a used-up promotion code and for
 * a missing customer.
 */
export function isDiscountRefused(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.param?.startsWith('discounts') === true;
}

/**
 * Describes an error for logs. Stripe's error message is omitted, because it can contain parts of the request and of
 * the API key.
 */
export function describeFault(error: unknown): string {
  if (error instanceof errors.StripeError) return causeOf(error).message;
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
}

function causeOf(error: InstanceType<typeof errors.StripeError>): Error {
  const parts = ['Stripe:', error.type, error.code, error.statusCode, error.requestId];
  return new Error(parts.filter((part) => part !== undefined).join(' '));
}

/** Converts a Stripe error to an AppError. The cause omits Stripe's message, which can contain parts of the request. */
function toAppError(error: InstanceType<typeof errors.StripeError>): AppError {
  const cause = causeOf(error);
  if (error instanceof errors.StripeCardError) return new AppError('payment_failed', { cause });
  // The API key is invalid or revoked, which only the operator can fix.
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return new AppError('payments_not_configured', { cause });
  if (error instanceof errors.StripeInvalidRequestError) return new AppError('internal', { cause });
  return new AppError('payment_provider_unavailable', { retryAfterSeconds: 10, cause });
}
