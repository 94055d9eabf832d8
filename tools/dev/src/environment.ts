import { existsSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { workspaceRoot } from './paths.ts';
import type { Payments, StripeKeys } from './payments.ts';
import type { Secrets } from './secrets.ts';
import { type DatabaseService, roleUrl } from './servers/databases.ts';
import type { Stack } from './servers/stack.ts';

/** The user's environment, with the file `.env` beneath it; an empty variable counts as absent. */
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
  /** Absent where nothing is sold. */
  payments?: Payments | undefined;
  /** The PATH that has the engine's programs; absent where they could not be had. */
  enginePath?: string | undefined;
}

/** Secrets, and addresses that carry some: each process is given its own, whatever else the user's environment holds. */
const givenOnly =
  /^((STRIPE|FAKE_STRIPE|PAYPAL|S3)_\w+|STORAGE_DIRECTORY|OPERATOR_PASSWORD|(GATEWAY|IDENTITY)_SECRET|((BILLING_|AFFILIATE_)?DATABASE|REDIS|SMTP|BILLING|AFFILIATE)_URL)$/;

const pick = (env: NodeJS.ProcessEnv, wanted: (name: string) => boolean): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => wanted(name)));

/** What every process gets. The user's own settings win, except where one machine needs its own. */
function plainEnv({ userEnv }: EnvironmentParts): NodeJS.ProcessEnv {
  return {
    // Glibc's many heaps would keep the memory of images long done.
    MALLOC_ARENA_MAX: '2',
    ...pick(userEnv, (name) => !givenOnly.test(name)),
    NODE_ENV: 'production',
    // Several processes on one machine cannot share a port; the ready message tells which it became.
    INTERNAL_PORT: '0',
  };
}

/** What the processes get that have to do with images: the queue, and the store. */
export function commonEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  return {
    STORAGE_DIRECTORY: join(parts.dataDir, 'objects'),
    ...plainEnv(parts),
    ...pick(parts.userEnv, (name) => /^(S3_\w+|STORAGE_DIRECTORY)$/.test(name)),
    REDIS_URL: parts.stack.env.REDIS_URL,
  };
}

/** A worker: the engine runs programs. */
export function workerEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  return { ...commonEnv(parts), ...(parts.enginePath !== undefined && { PATH: parts.enginePath }) };
}

/** The gateway's background process, which has the operators' page. */
export function gatewayBackgroundEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  return { ...gatewayEnv(parts), ...pick(parts.userEnv, (name) => name === 'OPERATOR_PASSWORD') };
}

/** The gateway's migration, and what its processes have in common. */
export function gatewayEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  return {
    GATEWAY_HOST: '127.0.0.1',
    GATEWAY_WEB_ROOT: join(workspaceRoot, 'apps/web/dist'),
    MAIL_DIRECTORY: join(parts.dataDir, 'mail'),
    PUBLIC_URL: localUrl(parts.port),
    ...commonEnv(parts),
    GATEWAY_SECRET: parts.userEnv.GATEWAY_SECRET || parts.secrets.gatewaySecret,
    ...pick(parts.userEnv, (name) => name === 'SMTP_URL'),
    GATEWAY_PORT: String(parts.port),
    DATABASE_URL: databaseUrlOf('gateway', parts),
  };
}

/** The gateway's process that answers HTTP: it alone speaks with billing and affiliate. */
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

/** Billing and its migration. */
export function billingEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  const { payments, secrets, stack } = parts;
  if (payments === undefined) throw new Error('There is no billing without payments');
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

/** Affiliate and its migration. */
export function affiliateEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  const { payments, secrets, stack, userEnv } = parts;
  if (payments === undefined) throw new Error('There is no affiliate programme without payments');
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

/** Where nobody pays with money, no partner is paid any: PayPal's keys are for its sandbox then. */
function mayPayOut(payments: Payments, { PAYPAL_API_URL: url }: NodeJS.ProcessEnv): boolean {
  if (!isWithoutMoney(payments)) return true;
  if (url === undefined || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return !/(^|\.)paypal\.com$/.test(hostname) || hostname.endsWith('.sandbox.paypal.com');
}

/** With the fake Stripe, and with Stripe's own keys for tests. */
const isWithoutMoney = (payments: Payments): boolean =>
  payments.kind === 'fakeStripe' ||
  (payments.kind === 'stripe' && /^[sr]k_test_/.test(payments.keys.secretKey));

/** The server that takes Stripe's place. It tells the gateway what happens, as Stripe would. */
export function standInEnv(parts: EnvironmentParts): NodeJS.ProcessEnv {
  const { payments, secrets, dataDir, port, userEnv } = parts;
  if (payments?.kind !== 'fakeStripe') throw new Error('There is no fake Stripe without test mode');
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

/** In production the services refuse the fake Stripe. */
const modeOf = ({ kind }: Payments) => ({ NODE_ENV: kind === 'fakeStripe' ? 'development' : 'production' });

const loopbackUrl = (port: number) => `http://127.0.0.1:${port}`;

/** Where this machine itself reaches a gateway that listens on this host. */
function gatewayUrl(host: string | undefined, port: number): string {
  if (!host || host === '0.0.0.0' || host === '::') return loopbackUrl(port);
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

export function localUrl(port: number): string {
  return `http://localhost:${port}`;
}

/** The service's own role where the database is ours; an address that the user gave is used as it is. */
function databaseUrlOf(service: DatabaseService, { stack, secrets, userEnv }: EnvironmentParts): string {
  if (!stack.ownsDatabase) {
    const own = service === 'gateway' ? undefined : userEnv[`${service.toUpperCase()}_DATABASE_URL`];
    return own || stack.env.DATABASE_URL;
  }
  return roleUrl(stack.env.DATABASE_URL, service, secrets.databasePasswords[service]);
}

/** For load from one machine, which a day's limits would end. */
export const withoutDailyLimits = {
  GATEWAY_FREE_DAILY_COMPRESSIONS: '1000000000',
  GATEWAY_ADDRESS_DAILY_COMPRESSIONS: '1000000000',
};

/**
 * For many people's browsers on one machine: an address may do more, everybody what anybody may, and webhooks reach the
 * receivers of tests.
 */
export const fromOneAddress = {
  GATEWAY_OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
  GATEWAY_ADDRESS_DAILY_COMPRESSIONS: '1000000000',
  GATEWAY_ADDRESS_LOGINS: '1000000',
  GATEWAY_ADDRESS_SIGNUPS: '1000000',
};
