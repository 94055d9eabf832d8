import { apiLimits } from '@gossamer/contracts/api';
import { fakeStripeKeyPrefix } from '@gossamer/contracts/billing';
import { planLimits, retentionMs, visitorsPerAddress } from '@gossamer/contracts/limits';
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
  /** Private networks that webhooks and image URLs may reach. Webhooks in these networks may also use plain HTTP. */
  GATEWAY_OUTBOUND_ALLOWED_NETWORKS: networkList,
  /** Password of the operators' page, which runs on a separate, non-public port. If unset, the page is disabled. */
  OPERATOR_PASSWORD: z.string().min(12).optional(),
  OPERATOR_HOST: z.string().default('127.0.0.1'),
  OPERATOR_PORT: port.default(3100),
  /** Directory of the built web app. If unset, the gateway serves only its API. */
  GATEWAY_WEB_ROOT: z.string().optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
  /**
   * URLs of the operator's ad network: a page for frames (`{slot}` is replaced by the ad slot) and an image that counts
   * visits.
   */
  GATEWAY_AD_FRAME_URL: z.url({ protocol: /^https?$/ }).optional(),
  GATEWAY_AD_PIXEL_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Limits of the free plan, for operators who want other values than the default. */
  GATEWAY_FREE_MAX_FILE_MB: integer(1, 1_000).default(planLimits.free.maxFileBytes / mebibyte),
  GATEWAY_FREE_DAILY_COMPRESSIONS: integer(1, 1_000_000_000).default(planLimits.free.dailyCompressions),
  /** Compressions per day for all visitors of one network address together. */
  GATEWAY_ADDRESS_DAILY_COMPRESSIONS: integer(1, 1_000_000_000).default(
    visitorsPerAddress * planLimits.free.dailyCompressions,
  ),
  /** Limits per network address, for all accounts together: logins per 15 minutes, sign-ups per hour. */
  GATEWAY_ADDRESS_LOGINS: integer(1, 1_000_000_000).default(60),
  GATEWAY_ADDRESS_SIGNUPS: integer(1, 1_000_000_000).default(20),
  /** The mail server (`smtp://user:password@host:587`). If unset, mails are written to files and to the log. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Gossamer <no-reply@gossamer.example>'),
  /** Directory to which mails are written if there is no mail server. */
  MAIL_DIRECTORY: z.string().optional(),
  /** The recipient of refund requests. */
  SUPPORT_EMAIL: z.email().default('support@gossamer.example'),
  /** URL of the billing service. If unset, nothing can be bought. */
  BILLING_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** URL of the affiliate service. If unset, there is no affiliate program. */
  AFFILIATE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Secret that signs the caller's identity in requests to internal services, which know the same secret. */
  IDENTITY_SECRET: z.string().min(32).optional(),
  /** Stripe's publishable key for browsers. The prefix is checked, so that it cannot be the secret key. */
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_').optional(),
  /** URL of the fake Stripe, for development and tests. */
  FAKE_STRIPE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Memory that all uploads together may hold while they are stored, in MB. */
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
    if (v[name] && !v.IDENTITY_SECRET) refuse('IDENTITY_SECRET', `is needed with ${name}`);
  }
  if (v.NODE_ENV !== 'production') return;
  if (v.STRIPE_PUBLISHABLE_KEY?.startsWith(fakeStripeKeyPrefix)) {
    refuse(
      'STRIPE_PUBLISHABLE_KEY',
      "is the fake Stripe's, with which nobody pays: not with NODE_ENV=production",
    );
  }
  if (v.FAKE_STRIPE_URL) refuse('FAKE_STRIPE_URL', 'is not for NODE_ENV=production');
});

/** Reads the environment of both gateway processes. @throws ConfigError */
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
      /** Maximum number of requests that start per turn of the event loop. */
      requestsPerTurn: 16,
    },
    outbound: { allowedNetworks: v.GATEWAY_OUTBOUND_ALLOWED_NETWORKS },
    operators: { password: v.OPERATOR_PASSWORD, host: v.OPERATOR_HOST, port: v.OPERATOR_PORT },
    publicUrl: v.PUBLIC_URL,
    webRoot: v.GATEWAY_WEB_ROOT,
    ads: {
      ...(v.GATEWAY_AD_FRAME_URL && { frameUrl: v.GATEWAY_AD_FRAME_URL }),
      ...(v.GATEWAY_AD_PIXEL_URL && { pixelUrl: v.GATEWAY_AD_PIXEL_URL }),
    },
    secret: v.GATEWAY_SECRET,
    database: { url: v.DATABASE_URL, schema: v.GATEWAY_DATABASE_SCHEMA },
    redis: { url: v.REDIS_URL, prefix: v.REDIS_PREFIX },
    storage: toStorageSettings(v),
    /** The limits of each plan. If `dailyCompressions` is null, there is no limit. */
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
    /** The payment settings for browsers; null if payments are disabled. */
    payments: v.BILLING_URL && v.STRIPE_PUBLISHABLE_KEY ? { publishableKey: v.STRIPE_PUBLISHABLE_KEY } : null,
    fakeStripeUrl: v.FAKE_STRIPE_URL,
    uploads: {
      memoryBytes: v.GATEWAY_UPLOAD_MEMORY_MB * mebibyte,
      queue: v.GATEWAY_UPLOAD_QUEUE,
      /**
       * Maximum number of chunks per turn of the event loop. A chunk has up to 64 KiB and takes 1 to 2 ms to parse,
       * hash and write.
       */
      piecesPerTurn: 16,
      /** Maximum time that an upload waits for memory. */
      queueTimeoutMs: 15_000,
      idleTimeoutMs: v.GATEWAY_UPLOAD_IDLE_MS,
      minBytesPerSecond: v.GATEWAY_UPLOAD_MIN_BYTES_PER_SECOND,
      /** Maximum duration of a whole upload. */
      requestTimeoutMs: 600_000,
    },
    /** Uploads are rejected with Retry-After if their jobs would wait longer than this, in milliseconds. */
    maxWaitMs: v.GATEWAY_MAX_WAIT_MS,
    /** Queue wait time in milliseconds from which on jobs run at the fast effort, which takes a third of the time. */
    fastFromWaitMs: v.GATEWAY_FAST_FROM_WAIT_MS,
    /** How long originals are kept after the compression was finalized; the plan sets how long results are kept. */
    originalRetentionMs: v.GATEWAY_ORIGINAL_RETENTION_MS,
    api: {
      originalRetentionMs: v.GATEWAY_API_ORIGINAL_RETENTION_MS,
      /**
       * The maximum queue wait time for API clients, which can wait longer than people. Uploads are rejected if their
       * jobs would wait longer.
       */
      maxWaitMs: v.GATEWAY_API_MAX_WAIT_MS,
      requestsPerMinute: v.GATEWAY_API_REQUESTS_PER_MINUTE,
    },
  };
}

export type GatewayConfig = ReturnType<typeof readGatewayConfig>;
