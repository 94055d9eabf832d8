import { ConfigError, port, processVariables, readConfig } from '@gossamer/service-kit/config';
import { z } from 'zod';

const variables = z.object({
  ...processVariables,
  NODE_ENV: z.string().optional(),
  STRIPE_STAND_IN_HOST: z.string().default('127.0.0.1'),
  STRIPE_STAND_IN_PORT: port.default(4_900),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_standin_'),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_standin_'),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_'),
  /** Where events go; none are sent without it. */
  STRIPE_STAND_IN_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Keeps the state over restarts. */
  STRIPE_STAND_IN_STATE_FILE: z.string().optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
});

/** Reads the environment of the stand-in. @throws ConfigError, also in production: here everybody pays with nothing */
export function readStandInConfig(env: NodeJS.ProcessEnv) {
  const v = readConfig(variables, env);
  if (v.NODE_ENV === 'production') {
    throw new ConfigError('The Stripe stand-in does not run with NODE_ENV=production: it takes no money.');
  }
  return {
    log: { level: v.LOG_LEVEL },
    internal: { host: v.INTERNAL_HOST, port: v.INTERNAL_PORT },
    standIn: {
      host: v.STRIPE_STAND_IN_HOST,
      port: v.STRIPE_STAND_IN_PORT,
      secretKey: v.STRIPE_SECRET_KEY,
      publishableKey: v.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: v.STRIPE_WEBHOOK_SECRET,
      ...(v.STRIPE_STAND_IN_WEBHOOK_URL !== undefined && { webhookUrl: v.STRIPE_STAND_IN_WEBHOOK_URL }),
      ...(v.STRIPE_STAND_IN_STATE_FILE !== undefined && { stateFile: v.STRIPE_STAND_IN_STATE_FILE }),
      ...(v.PUBLIC_URL !== undefined && { publicUrl: v.PUBLIC_URL }),
    },
  };
}
