import { ConfigError, integer, port, readConfig } from '@gossamer/service-kit/config';
import { schemaName, serviceVariables, toServiceConfig } from '@gossamer/service-kit/internal-service';
import { z } from 'zod';

const variables = z.object({
  ...serviceVariables,
  NODE_ENV: z.string().default('production'),
  BILLING_DATABASE_SCHEMA: schemaName.default('billing'),
  BILLING_HOST: z.string().default('127.0.0.1'),
  BILLING_PORT: port.default(4100),
  /**
   * Secret key of the Stripe account. Without a key, payments are disabled and requests fail with
   * `payments_not_configured`.
   */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'must be a Stripe secret key, sk_… or rk_…')
    .optional(),
  /** Signing secrets of Stripe's webhook endpoint: one secret, or two separated by a comma during a rotation. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+(,whsec_\w+)*$/, 'must be the signing secret of the webhook endpoint, whsec_…')
    .optional(),
  /** Timeout in milliseconds of each attempt of a Stripe API call. Retries use the same idempotency key. */
  BILLING_STRIPE_TIMEOUT_MS: integer(100, 60_000).default(6_000),
  BILLING_STRIPE_RETRIES: integer(0, 5).default(2),
  /** URL of the fake Stripe server, which replaces Stripe in development and tests. */
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
});

/** Reads the environment of the billing service. @throws ConfigError */
export function readBillingConfig(env: NodeJS.ProcessEnv) {
  const v = readConfig(variables, env);
  if (v.STRIPE_SECRET_KEY && !v.STRIPE_WEBHOOK_SECRET)
    throw new ConfigError('STRIPE_SECRET_KEY is set, but STRIPE_WEBHOOK_SECRET is not. Set both.');
  const isFakeStripe = v.STRIPE_API_URL !== undefined || /^sk_fake_/.test(v.STRIPE_SECRET_KEY ?? '');
  if (isFakeStripe && v.NODE_ENV === 'production')
    throw new ConfigError(
      'STRIPE_API_URL or STRIPE_SECRET_KEY selects the fake Stripe, which cannot be used in production.',
    );
  return {
    ...toServiceConfig(v, { schema: v.BILLING_DATABASE_SCHEMA, host: v.BILLING_HOST, port: v.BILLING_PORT }),
    stripe:
      v.STRIPE_SECRET_KEY === undefined
        ? undefined
        : {
            secretKey: v.STRIPE_SECRET_KEY,
            webhookSecrets: v.STRIPE_WEBHOOK_SECRET?.split(',') ?? [],
            apiUrl: v.STRIPE_API_URL,
            timeoutMs: v.BILLING_STRIPE_TIMEOUT_MS,
            retries: v.BILLING_STRIPE_RETRIES,
          },
  };
}

export type BillingConfig = ReturnType<typeof readBillingConfig>;
