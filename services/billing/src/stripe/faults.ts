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

/** True for an answer that Stripe keeps under its idempotency key, so that the same request cannot succeed: a 5xx, or a clash of keys. */
export function isKept(error: unknown): boolean {
  return error instanceof errors.StripeAPIError || error instanceof errors.StripeIdempotencyError;
}

/** Stripe has nothing left to give back, or the payer's bank has it. */
export function isNotRefundable(error: unknown): boolean {
  const codes = ['charge_already_refunded', 'charge_disputed'];
  return error instanceof errors.StripeInvalidRequestError && codes.includes(error.code ?? '');
}

/** Stripe refused what was asked. */
export function isRefused(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError;
}

/** Stripe refused the discount that was asked for: a code that is used up is missing to it, as a customer may be. */
export function isDiscountRefused(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.param?.startsWith('discounts') === true;
}

/** A fault as the log may have it: Stripe's messages quote the request, and a part of a wrong key. */
export function describeFault(error: unknown): string {
  if (error instanceof errors.StripeError) return causeOf(error).message;
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
}

function causeOf(error: InstanceType<typeof errors.StripeError>): Error {
  const parts = ['Stripe:', error.type, error.code, error.statusCode, error.requestId];
  return new Error(parts.filter((part) => part !== undefined).join(' '));
}

/** The cause goes to the log without what Stripe's answer quotes of the request. */
function toAppError(error: InstanceType<typeof errors.StripeError>): AppError {
  const cause = causeOf(error);
  if (error instanceof errors.StripeCardError) return new AppError('payment_failed', { cause });
  // A wrong or withdrawn key: only the operator can mend it.
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return new AppError('payments_not_configured', { cause });
  if (error instanceof errors.StripeInvalidRequestError) return new AppError('internal', { cause });
  return new AppError('payment_provider_unavailable', { retryAfterSeconds: 10, cause });
}
