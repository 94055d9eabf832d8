import { AppError } from '@gossamer/service-kit/errors';
import Stripe from 'stripe';
import type { BillingDeps } from '../deps.ts';

/** Maximum age of a signature in seconds, to prevent replay attacks. Equals Stripe's default. */
const toleranceSeconds = 300;

/**
 * Returns the Stripe event if its signature matches one of the endpoint's secrets and is recent enough.
 * @throws AppError `payments_not_configured`
 */
export function verifyEvent(
  { config }: BillingDeps,
  body: unknown,
  signature: string | string[] | undefined,
): Stripe.Event | undefined {
  if (!config.stripe) throw new AppError('payments_not_configured');
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') return undefined;
  for (const secret of config.stripe.webhookSecrets) {
    try {
      return Stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds);
    } catch {
      // Try the next secret, because the signature does not match the current one.
    }
  }
  return undefined;
}
