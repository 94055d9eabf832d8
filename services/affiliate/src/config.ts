import { ConfigError, integer, port, readConfig } from '@gossamer/service-kit/config';
import { schemaName, serviceVariables, toServiceConfig } from '@gossamer/service-kit/internal-service';
import { z } from 'zod';

const variables = z.object({
  ...serviceVariables,
  AFFILIATE_DATABASE_SCHEMA: schemaName.default('affiliate'),
  AFFILIATE_HOST: z.string().default('127.0.0.1'),
  AFFILIATE_PORT: port.default(4200),
  /**
   * Credentials of a PayPal app that has the Payouts feature. Without credentials, `npm run affiliate:payouts` exports
   * payouts as a file.
   */
  PAYPAL_CLIENT_ID: z.string().min(1).optional(),
  PAYPAL_CLIENT_SECRET: z.string().min(1).optional(),
  /** Base URL of PayPal's API. Use https://api-m.sandbox.paypal.com for tests. */
  PAYPAL_API_URL: z.url({ protocol: /^https?$/ }).default('https://api-m.paypal.com'),
  PAYPAL_TIMEOUT_MS: integer(100, 120_000).default(30_000),
});

/** Reads the affiliate service's environment. @throws ConfigError */
export function readAffiliateConfig(env: NodeJS.ProcessEnv) {
  const v = readConfig(variables, env);
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = v;
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new ConfigError('Set both PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET, or neither of them.');
  return {
    ...toServiceConfig(v, {
      schema: v.AFFILIATE_DATABASE_SCHEMA,
      host: v.AFFILIATE_HOST,
      port: v.AFFILIATE_PORT,
    }),
    paypal:
      clientId === undefined || clientSecret === undefined
        ? undefined
        : { clientId, clientSecret, apiUrl: v.PAYPAL_API_URL, timeoutMs: v.PAYPAL_TIMEOUT_MS },
  };
}

export type AffiliateConfig = ReturnType<typeof readAffiliateConfig>;
