import { apiLimits } from '@gossamer/contracts/api';
import { fakeStripeKeyPrefix } from '@gossamer/contracts/billing';
import { planLimits, retentionMs, visitorsPerAddress } from '@gossamer/contracts/limits';
import type { ClaimsConfig } from '@gossamer/contracts/session';
import {
  databaseVariables,
  integer,
  networkList,
  port,
  processVariables,
  readConfig,
  redisVariables,
  toTracing,
} from '@gossamer/service-kit/config';
import { storageVariables, toStorageSettings } from '@gossamer/service-kit/storage/create-storage';
import { z } from 'zod';

const mebibyte = 1024 * 1024;
const dayMs = 24 * 3_600_000;

const variables = z.object({
  ...processVariables,
  NODE_ENV: z.string().default('production'),
  ...databaseVariables,
  ...redisVariables,
  ...storageVariables,
  GATEWAY_DATABASE_SCHEMA: z
    .string()
    .regex(/^[a-z_][a-z0-9_]*$/)
    .default('gateway'),
  GATEWAY_HOST: z.string().default('127.0.0.1'),
  GATEWAY_PORT: port.default(3000),
  /** Secret that signs visitor cookies, sessions and links. */
  GATEWAY_SECRET: z.string().min(32),
  GATEWAY_TRUSTED_PROXIES: networkList,
  /**
   * Private networks that webhooks, deliveries of results and image URLs may access. Webhooks and deliveries in these
   * networks may also use plain HTTP.
   */
  GATEWAY_OUTBOUND_ALLOWED_NETWORKS: networkList,
  /** Password for the operators' page, which has a separate, non-public port. If unset, the page is disabled. */
  OPERATOR_PASSWORD: z.string().min(12).optional(),
  OPERATOR_HOST: z.string().default('127.0.0.1'),
  OPERATOR_PORT: port.default(3100),
  /** Directory of the built web app. If unset, the gateway serves only the API. */
  GATEWAY_WEB_ROOT: z.string().optional(),
  /** Directory of the built documentation site. If unset, there is no documentation at `/docs`. */
  GATEWAY_DOCS_ROOT: z.string().optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
  /**
   * URLs of the operator's ad network: a page to show in an iframe (`{slot}` is replaced with the ad slot) and an image
   * that counts visits.
   */
  GATEWAY_AD_FRAME_URL: z.url({ protocol: /^https?$/ }).optional(),
  GATEWAY_AD_PIXEL_URL: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * Figures that the landing page shows about the service's users: the average rating out of five, the minimum number of
   * users who gave it, and the minimum number of users. Unset figures are not shown.
   */
  GATEWAY_RATING: z.coerce.number().min(1).max(5).optional(),
  GATEWAY_RATING_USERS: integer(1, 1_000_000_000).optional(),
  GATEWAY_USERS: integer(1, 10_000_000_000).optional(),
  /** Limits of the free plan, for operators who want values other than the defaults. */
  GATEWAY_FREE_MAX_FILE_MB: integer(1, 1_000).default(planLimits.free.maxFileBytes / mebibyte),
  GATEWAY_FREE_DAILY_COMPRESSIONS: integer(1, 1_000_000_000).default(planLimits.free.dailyCompressions),
  /** Maximum number of compressions per day for all visitors with the same IP address together. */
  GATEWAY_ADDRESS_DAILY_COMPRESSIONS: integer(1, 1_000_000_000).default(
    visitorsPerAddress * planLimits.free.dailyCompressions,
  ),
  /** Limits per IP address across all accounts: logins per 15 minutes, sign-ups per hour. */
  GATEWAY_ADDRESS_LOGINS: integer(1, 1_000_000_000).default(60),
  GATEWAY_ADDRESS_SIGNUPS: integer(1, 1_000_000_000).default(20),
  /** URL of the mail server (`smtp://user:password@host:587`). If unset, emails are written to files and to the log. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Gossamer <no-reply@gossamer.example>'),
  /** Directory to which emails are written if no mail server is configured. */
  MAIL_DIRECTORY: z.string().optional(),
  /** Email address that receives refund requests. */
  SUPPORT_EMAIL: z.email().default('support@gossamer.example'),
  /** URL of the billing service. If unset, payments are disabled. */
  BILLING_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** URL of the affiliate service. If unset, the affiliate program is disabled. */
  AFFILIATE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Secret that signs the caller's identity in requests to internal services, which must have the same secret. */
  IDENTITY_SECRET: z.string().min(32).optional(),
  /** Stripe's publishable key for browsers. The prefix is validated to prevent the use of the secret key. */
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_').optional(),
  /** URL of the fake Stripe server, for development and tests. */
  FAKE_STRIPE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Maximum memory in MB that all uploads together may hold while they are being stored. */
  GATEWAY_UPLOAD_MEMORY_MB: integer(8, 100_000).default(80),
  GATEWAY_UPLOAD_QUEUE: integer(0, 10_000).default(256),
  GATEWAY_UPLOAD_IDLE_MS: integer(100, 600_000).default(15_000),
  GATEWAY_UPLOAD_MIN_BYTES_PER_SECOND: integer(0, 1_000_000).default(4_096),
  GATEWAY_MAX_WAIT_MS: integer(1_000, 600_000).default(20_000),
  GATEWAY_FAST_FROM_WAIT_MS: integer(0, 600_000).default(8_000),
  GATEWAY_ORIGINAL_RETENTION_MS: integer(1_000, 365 * dayMs).default(retentionMs.original),
  GATEWAY_API_ORIGINAL_RETENTION_MS: integer(1_000, 365 * dayMs).default(apiLimits.originalRetentionMs),
  GATEWAY_API_MAX_WAIT_MS: integer(1_000, 24 * 3_600_000).default(3_600_000),
  GATEWAY_API_REQUESTS_PER_MINUTE: integer(1, 1_000_000_000).default(apiLimits.requestsPerMinute),
  GATEWAY_RESULT_RETENTION_MS: integer(1_000, 365 * dayMs).default(retentionMs.result),
  GATEWAY_PRO_RESULT_RETENTION_MS: integer(1_000, 365 * dayMs).default(retentionMs.proResult),
});

const checkedVariables = variables.superRefine((v, context) => {
  const refuse = (name: keyof typeof v, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  for (const name of ['BILLING_URL', 'AFFILIATE_URL'] as const) {
    if (v[name] && !v.IDENTITY_SECRET) refuse('IDENTITY_SECRET', `is required with ${name}`);
  }
  if (v.GATEWAY_RATING && !v.GATEWAY_RATING_USERS) {
    refuse('GATEWAY_RATING_USERS', 'is required with GATEWAY_RATING');
  }
  if (v.NODE_ENV !== 'production') return;
  if (v.STRIPE_PUBLISHABLE_KEY?.startsWith(fakeStripeKeyPrefix)) {
    refuse(
      'STRIPE_PUBLISHABLE_KEY',
      'belongs to the fake Stripe, which cannot be used with NODE_ENV=production',
    );
  }
  if (v.FAKE_STRIPE_URL) refuse('FAKE_STRIPE_URL', 'cannot be used with NODE_ENV=production');
});

function toClaims(v: z.infer<typeof variables>): ClaimsConfig {
  const { GATEWAY_RATING: score, GATEWAY_RATING_USERS: userCount } = v;
  return {
    ...(score && userCount && { rating: { score, userCount } }),
    ...(v.GATEWAY_USERS && { userCount: v.GATEWAY_USERS }),
  };
}

/** Reads the environment variables of both gateway processes. @throws ConfigError */
export function readGatewayConfig(env: NodeJS.ProcessEnv) {
  const v = readConfig(checkedVariables, env);
  const serviceClient = (url: string | undefined) =>
    url && v.IDENTITY_SECRET ? { url, identitySecret: v.IDENTITY_SECRET } : undefined;
  return {
    log: { level: v.LOG_LEVEL },
    internal: { host: v.INTERNAL_HOST, port: v.INTERNAL_PORT },
    tracing: toTracing(v),
    http: {
      host: v.GATEWAY_HOST,
      port: v.GATEWAY_PORT,
      trustedProxies: v.GATEWAY_TRUSTED_PROXIES,
      /** Maximum number of requests to start per turn of the event loop. */
      requestsPerTurn: 16,
    },
    outbound: { allowedNetworks: v.GATEWAY_OUTBOUND_ALLOWED_NETWORKS },
    operators: { password: v.OPERATOR_PASSWORD, host: v.OPERATOR_HOST, port: v.OPERATOR_PORT },
    publicUrl: v.PUBLIC_URL,
    webRoot: v.GATEWAY_WEB_ROOT,
    docsRoot: v.GATEWAY_DOCS_ROOT,
    ads: {
      ...(v.GATEWAY_AD_FRAME_URL && { frameUrl: v.GATEWAY_AD_FRAME_URL }),
      ...(v.GATEWAY_AD_PIXEL_URL && { pixelUrl: v.GATEWAY_AD_PIXEL_URL }),
    },
    claims: toClaims(v),
    secret: v.GATEWAY_SECRET,
    database: { url: v.DATABASE_URL, schema: v.GATEWAY_DATABASE_SCHEMA },
    redis: { url: v.REDIS_URL, prefix: v.REDIS_PREFIX },
    storage: toStorageSettings(v),
    /** Limits of each plan. If `dailyCompressions` is null, the number of compressions is not limited. */
    plans: {
      free: {
        maxFileBytes: v.GATEWAY_FREE_MAX_FILE_MB * mebibyte,
        maxPixels: planLimits.free.maxPixels,
        dailyCompressions: v.GATEWAY_FREE_DAILY_COMPRESSIONS,
        resultRetentionMs: v.GATEWAY_RESULT_RETENTION_MS,
      },
      pro: {
        maxFileBytes: Math.max(planLimits.pro.maxFileBytes, v.GATEWAY_FREE_MAX_FILE_MB * mebibyte),
        maxPixels: planLimits.pro.maxPixels,
        dailyCompressions: planLimits.pro.dailyCompressions,
        resultRetentionMs: v.GATEWAY_PRO_RESULT_RETENTION_MS,
      },
    },
    addressDailyCompressions: v.GATEWAY_ADDRESS_DAILY_COMPRESSIONS,
    attempts: { addressLogins: v.GATEWAY_ADDRESS_LOGINS, addressSignups: v.GATEWAY_ADDRESS_SIGNUPS },
    mail: { smtpUrl: v.SMTP_URL, from: v.MAIL_FROM, directory: v.MAIL_DIRECTORY },
    supportEmail: v.SUPPORT_EMAIL,
    billing: serviceClient(v.BILLING_URL),
    affiliate: serviceClient(v.AFFILIATE_URL),
    /** Payment settings for browsers; null if payments are disabled. */
    payments: v.BILLING_URL && v.STRIPE_PUBLISHABLE_KEY ? { publishableKey: v.STRIPE_PUBLISHABLE_KEY } : null,
    fakeStripeUrl: v.FAKE_STRIPE_URL,
    uploads: {
      memoryBytes: v.GATEWAY_UPLOAD_MEMORY_MB * mebibyte,
      queue: v.GATEWAY_UPLOAD_QUEUE,
      /**
       * Maximum number of upload chunks to process per turn of the event loop. A chunk has up to 64 KiB and takes 1 to
       * 2 ms to parse, hash and write.
       */
      piecesPerTurn: 16,
      /** Maximum time in milliseconds that an upload waits for memory. */
      queueTimeoutMs: 15_000,
      idleTimeoutMs: v.GATEWAY_UPLOAD_IDLE_MS,
      minBytesPerSecond: v.GATEWAY_UPLOAD_MIN_BYTES_PER_SECOND,
      /** Maximum duration of a whole upload in milliseconds. */
      requestTimeoutMs: 600_000,
    },
    /** Maximum queue wait time in milliseconds. Uploads whose jobs would wait longer are rejected with Retry-After. */
    maxWaitMs: v.GATEWAY_MAX_WAIT_MS,
    /** Queue wait time in milliseconds above which jobs run with effort `fast`, which takes a third of the time. */
    fastFromWaitMs: v.GATEWAY_FAST_FROM_WAIT_MS,
    /** Retention period of originals in ms after finalization. The retention of results depends on the plan. */
    originalRetentionMs: v.GATEWAY_ORIGINAL_RETENTION_MS,
    api: {
      originalRetentionMs: v.GATEWAY_API_ORIGINAL_RETENTION_MS,
      /**
       * Maximum queue wait time in milliseconds for API clients. The limit is higher than for the website, because
       * programs can wait longer than people.
       */
      maxWaitMs: v.GATEWAY_API_MAX_WAIT_MS,
      requestsPerMinute: v.GATEWAY_API_REQUESTS_PER_MINUTE,
    },
  };
}

export type GatewayConfig = ReturnType<typeof readGatewayConfig>;
