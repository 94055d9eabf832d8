import { existsSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { workspaceRoot } from './paths.ts';
import type { Payments, StripeKeys } from './payments.ts';
import type { Secrets } from './secrets.ts';
import { type DatabaseService, roleUrl } from './servers/databases.ts';
import type { Stack } from './servers/stack.ts';

/**
 * Returns the variables in the file `.env`, overridden by the process environment. Empty variables are treated as
 * unset.
 */
export function readUserEnv(): NodeJS.ProcessEnv {
  const path = join(workspaceRoot, '.env');
  const fromFile = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {};
  return { ...withoutEmpty(fromFile), ...withoutEmpty(process.env) };
}

function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

export interface EnvironmentParts {
  userEnv: NodeJS.ProcessEnv;
  stack: Stack;
  secrets: Secrets;
  dataDir: string;
  port: number;
  /** Payment provider. Undefined if the product runs without a billing service. */
  payments?: Payments | undefined;
  /** PATH that contains the engine's programs. Undefined if the programs are not available. */
  enginePath?: string | undefined;
}

/**
 * Matches variables that contain secrets or URLs with credentials. Each process receives only the ones that it needs,
 * even if the user's environment contains more.
 */
const givenOnly =
  /^((STRIPE|FAKE_STRIPE|PAYPAL|S3)_\w+|STORAGE_DIRECTORY|OPERATOR_PASSWORD|(GATEWAY|IDENTITY)_SECRET|((BILLING_|AFFILIATE_)?DATABASE|REDIS|SMTP|BILLING|AFFILIATE)_URL)$/;

const pick = (env: NodeJS.ProcessEnv, wanted: (name: string) => boolean): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => wanted(name)));

/**
 * Returns the variables that all processes receive. Overrides user variables that cannot be shared by several processes
 * on one machine.
 */
function plainEnv({ userEnv }: EnvironmentParts): NodeJS.ProcessEnv {
  return {
    // Limit the number of glibc arenas, because each arena can retain the memory of processed images.
    MALLOC_ARENA_MAX: '2',
    ...pick(userEnv, (name) => !givenOnly.test(name)),
    NODE_ENV: 'production',
    // Let each process choose a free port, because processes on one machine cannot share a port. The ready message
    // contains the port.
    INTERNAL_PORT: '0',
  };
}

/** Returns the environment for processes that use the queue and the storage. */
export function commonEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  return {
    STORAGE_DIRECTORY: join(parts.dataDir, 'objects'),
    ...plainEnv(parts),
    ...pick(parts.userEnv, (name) => /^(S3_\w+|STORAGE_DIRECTORY)$/.test(name)),
    REDIS_URL: parts.stack.env.REDIS_URL,
  };
}

/** Returns the environment for a worker, including a PATH that contains the engine's programs. */
export function workerEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  return { ...commonEnv(parts), ...(parts.enginePath !== undefined && { PATH: parts.enginePath }) };
}

/** Returns the environment for the gateway's background process, which serves the operator page. */
export function gatewayBackgroundEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  return { ...gatewayEnv(parts), ...pick(parts.userEnv, (name) => name === 'OPERATOR_PASSWORD') };
}

/** Returns the environment shared by all processes of the gateway, including its database migration. */
export function gatewayEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  return {
    GATEWAY_HOST: '127.0.0.1',
    GATEWAY_WEB_ROOT: join(workspaceRoot, 'apps/web/dist'),
    GATEWAY_DOCS_ROOT: join(workspaceRoot, 'tools/docs-site/dist'),
    MAIL_DIRECTORY: join(parts.dataDir, 'mail'),
    PUBLIC_URL: localUrl(parts.port),
    ...commonEnv(parts),
    GATEWAY_SECRET: parts.userEnv.GATEWAY_SECRET || parts.secrets.gatewaySecret,
    ...pick(parts.userEnv, (name) => name === 'SMTP_URL'),
    GATEWAY_PORT: String(parts.port),
    DATABASE_URL: databaseUrlOf('gateway', parts),
  };
}

/**
 * Returns the environment for the gateway's HTTP process. No other gateway process calls the billing and affiliate
 * services.
 */
export function gatewayHttpEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  const { payments, secrets } = parts;
  if (payments === undefined) return gatewayEnv(parts);
  const keys = stripeKeys(payments, secrets);
  return {
    ...gatewayEnv(parts),
    ...modeOf(payments),
    BILLING_URL: loopbackUrl(payments.ports.billing),
    AFFILIATE_URL: loopbackUrl(payments.ports.affiliate),
    IDENTITY_SECRET: secrets.identitySecret,
    ...(keys && { STRIPE_PUBLISHABLE_KEY: keys.publishableKey }),
    ...(payments.kind === 'fakeStripe' && { FAKE_STRIPE_URL: loopbackUrl(payments.ports.fakeStripe) }),
  };
}

/** Returns the environment for the billing service and its database migration. */
export function billingEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  const { payments, secrets, stack } = parts;
  if (payments === undefined) throw new Error('billing requires payments');
  const keys = stripeKeys(payments, secrets);
  return {
    PUBLIC_URL: localUrl(parts.port),
    ...plainEnv(parts),
    ...modeOf(payments),
    BILLING_HOST: '127.0.0.1',
    BILLING_PORT: String(payments.ports.billing),
    IDENTITY_SECRET: secrets.identitySecret,
    DATABASE_URL: databaseUrlOf('billing', parts),
    REDIS_URL: stack.env.REDIS_URL,
    ...(keys && { STRIPE_SECRET_KEY: keys.secretKey, STRIPE_WEBHOOK_SECRET: keys.webhookSecret }),
    ...(payments.kind === 'fakeStripe' && { STRIPE_API_URL: loopbackUrl(payments.ports.fakeStripe) }),
  };
}

/** Returns the environment for the affiliate service and its database migration. */
export function affiliateEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  const { payments, secrets, stack, userEnv } = parts;
  if (payments === undefined) throw new Error('the affiliate program requires payments');
  return {
    PUBLIC_URL: localUrl(parts.port),
    ...plainEnv(parts),
    AFFILIATE_HOST: '127.0.0.1',
    AFFILIATE_PORT: String(payments.ports.affiliate),
    IDENTITY_SECRET: secrets.identitySecret,
    DATABASE_URL: databaseUrlOf('affiliate', parts),
    REDIS_URL: stack.env.REDIS_URL,
    ...(mayPayOut(payments, userEnv) && pick(userEnv, (name) => name.startsWith('PAYPAL_'))),
  };
}

/**
 * Returns whether the affiliate service may use the PayPal credentials. PayPal's live API is allowed only if payments
 * are real.
 */
function mayPayOut(payments: Payments, { PAYPAL_API_URL: url }: NodeJS.ProcessEnv): boolean {
  if (!isWithoutMoney(payments)) return true;
  if (url === undefined || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return !/(^|\.)paypal\.com$/.test(hostname) || hostname.endsWith('.sandbox.paypal.com');
}

/** Returns whether no real money is involved: payments use the fake Stripe or Stripe's test keys. */
const isWithoutMoney = (payments: Payments): boolean =>
  payments.kind === 'fakeStripe' ||
  (payments.kind === 'stripe' && /^[sr]k_test_/.test(payments.keys.secretKey));

/** Returns the environment for the fake Stripe. Like Stripe, it sends webhooks to the gateway. */
export function fakeStripeEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  const { payments, secrets, dataDir, port, userEnv } = parts;
  if (payments?.kind !== 'fakeStripe') throw new Error('the fake Stripe requires test mode');
  const { secretKey, publishableKey, webhookSecret } = secrets.fakeStripe;
  return {
    PUBLIC_URL: localUrl(port),
    ...plainEnv(parts),
    ...modeOf(payments),
    FAKE_STRIPE_PORT: String(payments.ports.fakeStripe),
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    FAKE_STRIPE_WEBHOOK_URL: `${gatewayUrl(userEnv.GATEWAY_HOST, port)}/webhooks/stripe`,
    FAKE_STRIPE_STATE_FILE: join(dataDir, 'fake-stripe.json'),
  };
}

function stripeKeys(payments: Payments, secrets: Secrets): StripeKeys | undefined {
  if (payments.kind === 'stripe') return payments.keys;
  return payments.kind === 'fakeStripe' ? secrets.fakeStripe : undefined;
}

/** Sets development mode for the fake Stripe, because services reject the fake Stripe in production mode. */
const modeOf = ({ kind }: Payments) => ({ NODE_ENV: kind === 'fakeStripe' ? 'development' : 'production' });

const loopbackUrl = (port: number) => `http://127.0.0.1:${port}`;

/** Returns the URL at which this machine reaches the gateway. `host` is the host on which the gateway listens. */
function gatewayUrl(host: string | undefined, port: number): string {
  if (!host || host === '0.0.0.0' || host === '::') return loopbackUrl(port);
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

export function localUrl(port: number): string {
  return `http://localhost:${port}`;
}

/**
 * Returns the database URL for a service. With an embedded database, each service has its own role; otherwise, the
 * user's URL is returned unchanged.
 */
function databaseUrlOf(service: DatabaseService, { stack, secrets, userEnv }: EnvironmentParts): string {
  if (!stack.ownsDatabase) {
    const own = service === 'gateway' ? undefined : userEnv[`${service.toUpperCase()}_DATABASE_URL`];
    return own || stack.env.DATABASE_URL;
  }
  return roleUrl(stack.env.DATABASE_URL, service, secrets.databasePasswords[service]);
}

/** Environment for load tests from a single machine. Without it, the tests would exceed the daily quotas. */
export const withoutDailyLimits = {
  GATEWAY_FREE_DAILY_COMPRESSIONS: '1000000000',
  GATEWAY_ADDRESS_DAILY_COMPRESSIONS: '1000000000',
};

/**
 * Environment for tests that simulate many browsers on one machine. Raises the limits per IP address, allows webhook
 * URLs on this machine, and allows long queue waits, because the browsers compete with the engine for CPU time.
 */
export const fromOneAddress = {
  GATEWAY_OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
  GATEWAY_ADDRESS_DAILY_COMPRESSIONS: '1000000000',
  GATEWAY_ADDRESS_LOGINS: '1000000',
  GATEWAY_ADDRESS_SIGNUPS: '1000000',
  GATEWAY_MAX_WAIT_MS: '600000',
};
