import {
  ConfigError,
  databaseVariables,
  integer,
  port,
  processVariables,
  readConfig,
  redisVariables,
  toTracing,
} from '@gossamer/service-kit/config';
import { z } from 'zod';

const variables = z.object({
  ...processVariables,
  ...databaseVariables,
  ...redisVariables,
  AFFILIATE_DATABASE_SCHEMA: z
    .string()
    .regex(/^[a-z_][a-z0-9_]*$/)
    .default('affiliate'),
  AFFILIATE_HOST: z.string().default('127.0.0.1'),
  AFFILIATE_PORT: port.default(4200),
  /** Shared with the gateway, which signs the caller's identity with it. */
  IDENTITY_SECRET: z.string().min(32),
  /** Base URL of referral links. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
  /** Credentials of a PayPal app with Payouts. Without them, `npm run affiliate:payouts` exports payouts as a file. */
  PAYPAL_CLIENT_ID: z.string().min(1).optional(),
  PAYPAL_CLIENT_SECRET: z.string().min(1).optional(),
  /** Use https://api-m.sandbox.paypal.com for tests. */
  PAYPAL_API_URL: z.url({ protocol: /^https?$/ }).default('https://api-m.paypal.com'),
  PAYPAL_TIMEOUT_MS: integer(100, 120_000).default(30_000),
});

/** Reads the affiliate service's environment. @throws ConfigError */
export function readAffiliateConfig(env: NodeJS.ProcessEnv) {
  const v = readConfig(variables, env);
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = v;
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new ConfigError('PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET go together: one of them is missing.');
  return {
    log: { level: v.LOG_LEVEL },
    internal: { host: v.INTERNAL_HOST, port: v.INTERNAL_PORT },
    tracing: toTracing(v),
    http: { host: v.AFFILIATE_HOST, port: v.AFFILIATE_PORT },
    database: { url: v.DATABASE_URL, schema: v.AFFILIATE_DATABASE_SCHEMA },
    redis: { url: v.REDIS_URL, prefix: v.REDIS_PREFIX },
    identitySecret: v.IDENTITY_SECRET,
    publicUrl: v.PUBLIC_URL,
    paypal:
      clientId === undefined || clientSecret === undefined
        ? undefined
        : { clientId, clientSecret, apiUrl: v.PAYPAL_API_URL, timeoutMs: v.PAYPAL_TIMEOUT_MS },
  };
}

export type AffiliateConfig = ReturnType<typeof readAffiliateConfig>;
