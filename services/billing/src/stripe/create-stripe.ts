import Stripe from 'stripe';
import type { BillingConfig } from '../config.ts';

/** Creates the Stripe client, which uses the API version that the SDK is built for (docs/decisions/0022). */
export function createStripe({
  secretKey,
  apiUrl,
  timeoutMs,
  retries,
}: NonNullable<BillingConfig['stripe']>): Stripe {
  const url = apiUrl === undefined ? undefined : new URL(apiUrl);
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    appInfo: { name: 'Gossamer' },
    ...(url && {
      protocol: url.protocol === 'http:' ? ('http' as const) : ('https' as const),
      host: url.hostname,
      port: url.port || (url.protocol === 'http:' ? 80 : 443),
    }),
  });
}
