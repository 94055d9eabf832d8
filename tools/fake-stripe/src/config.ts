import { ConfigError, port, processVariables, readConfig } from '@gossamer/service-kit/config';
import { z } from 'zod';

const variables = z.object({
  ...processVariables,
  NODE_ENV: z.string().optional(),
  FAKE_STRIPE_HOST: z.string().default('127.0.0.1'),
  FAKE_STRIPE_PORT: port.default(4_900),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_fake_'),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_fake_'),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_'),
  /** Webhook URL to which events are sent. If unset, no events are sent. */
  FAKE_STRIPE_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Path of the JSON file in which the state is kept across restarts. */
  FAKE_STRIPE_STATE_FILE: z.string().optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
});

/**
 * Reads the configuration from the environment.
 * @throws ConfigError if the configuration is invalid, or in production, where the fake Stripe must not be used
 */
export function readFakeStripeConfig(env: NodeJS.ProcessEnv) {
  const v = readConfig(variables, env);
  if (v.NODE_ENV === 'production') {
    throw new ConfigError('The fake Stripe cannot be used with NODE_ENV=production.');
  }
  return {
    log: { level: v.LOG_LEVEL },
    internal: { host: v.INTERNAL_HOST, port: v.INTERNAL_PORT },
    fakeStripe: {
      host: v.FAKE_STRIPE_HOST,
      port: v.FAKE_STRIPE_PORT,
      secretKey: v.STRIPE_SECRET_KEY,
      publishableKey: v.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: v.STRIPE_WEBHOOK_SECRET,
      ...(v.FAKE_STRIPE_WEBHOOK_URL !== undefined && { webhookUrl: v.FAKE_STRIPE_WEBHOOK_URL }),
      ...(v.FAKE_STRIPE_STATE_FILE !== undefined && { stateFile: v.FAKE_STRIPE_STATE_FILE }),
      ...(v.PUBLIC_URL !== undefined && { publicUrl: v.PUBLIC_URL }),
    },
  };
}
