import { randomBytes } from 'node:crypto';
import type { SubscriptionSetup } from '@gossamer/contracts/billing';
import { type FakeStripe, startFakeStripe } from '@gossamer/fake-stripe/start-fake-stripe';
import { type ForwardedIdentity, identityHeader, signIdentity } from '@gossamer/service-kit/identity';
import { migrate } from '@gossamer/service-kit/migrate';
import { openTestServers, type TestServers } from '@gossamer/testkit/servers';
import type { Kysely } from 'kysely';
import Stripe from 'stripe';
import { afterAll, beforeAll } from 'vitest';
import { buildApp } from '../src/app.ts';
import { readBillingConfig } from '../src/config.ts';
import { migrations } from '../src/db/migrations/list.ts';
import { type BillingDeps, openDeps } from '../src/deps.ts';

export const secretKey = 'sk_fake_secretofbilling';
export const webhookSecret = 'whsec_secretofthewebhook';
export const identitySecret = 'an identity secret of more than thirty-two characters';
export const goodCard = '4242424242424242';

export interface TestBilling {
  servers: TestServers;
  fakeStripe: FakeStripe;
  deps: BillingDeps;
  url: string;
  close(): Promise<void>;
}

/** Returns the environment of the billing service for the given test servers. */
export function billingEnv(servers: TestServers, fakeStripeUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: servers.databaseUrl,
    BILLING_DATABASE_SCHEMA: servers.schema,
    REDIS_URL: servers.redisUrl,
    REDIS_PREFIX: servers.redisPrefix,
    IDENTITY_SECRET: identitySecret,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: fakeStripeUrl,
  };
}

/** Starts the billing service for a test file. The properties of the returned object are set before the first test. */
export function useBilling(): TestBilling {
  const billing = {} as TestBilling;
  beforeAll(async () => void Object.assign(billing, await startBilling()));
  afterAll(() => billing.close());
  return billing;
}

/**
 * Starts the billing service with test servers and the fake Stripe. Tests must deliver the fake Stripe's webhooks
 * themselves.
 */
export async function startBilling(env: Record<string, string> = {}): Promise<TestBilling> {
  const servers = await openTestServers();
  const fakeStripe = await startFakeStripe({ secretKey, publishableKey: 'pk_fake_test', webhookSecret });
  const config = readBillingConfig({ ...billingEnv(servers, fakeStripe.url), ...env });
  const deps = openDeps(config);
  await migrate(deps.db as unknown as Kysely<never>, servers.schema, migrations);
  const app = await buildApp(deps);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    await app.close();
    await deps.close();
    await fakeStripe.close();
    await servers.close();
  };
  return { servers, fakeStripe, deps, url, close };
}

let people = 0;

/** Returns the identity of a member who is unknown to the billing service. */
export function newcomer(): ForwardedIdentity {
  people += 1;
  const accountId = `account${people}${randomBytes(6).toString('hex')}`;
  return {
    accountId,
    email: `p${people}@example.com`,
    firstName: 'Ada',
    lastName: 'L',
    language: 'en',
    isEmailVerified: true,
  };
}

/** Sends a request to the billing service as the gateway does. */
export async function call(
  billing: TestBilling,
  who: ForwardedIdentity | undefined,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const headers: Record<string, string> = {};
  if (who) headers[identityHeader] = signIdentity(who, 'billing', identitySecret);
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(billing.url + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
}

export async function subscribe(
  billing: TestBilling,
  who: ForwardedIdentity,
  promoCode?: string,
): Promise<SubscriptionSetup> {
  const { status, body } = await call(billing, who, 'POST', '/subscriptions', { promoCode });
  if (status !== 200) throw new Error(`subscribing returned HTTP ${status}: ${JSON.stringify(body)}`);
  return body as unknown as SubscriptionSetup;
}

/** Subscribes an account to Pro, pays, and delivers all Stripe events. */
export async function becomePro(
  billing: TestBilling,
  who: ForwardedIdentity = newcomer(),
  card = goodCard,
): Promise<ForwardedIdentity> {
  const { clientSecret } = await subscribe(billing, who);
  await billing.fakeStripe.pay(clientSecret ?? '', card);
  await deliverNew(billing);
  return who;
}

const delivered = new WeakMap<TestBilling, Set<string>>();

/** Returns the Stripe events since the previous call, oldest first. */
export function newEvents(billing: TestBilling): Stripe.Event[] {
  const known = delivered.get(billing) ?? new Set<string>();
  delivered.set(billing, known);
  const events = billing.fakeStripe.events().filter(({ id }) => !known.has(id));
  for (const { id } of events) known.add(id);
  return events;
}

/** Delivers all new Stripe events to the webhook of the billing service. */
export async function deliverNew(billing: TestBilling): Promise<void> {
  for (const event of newEvents(billing)) {
    const { status } = await deliver(billing, event);
    if (status !== 200) throw new Error(`${event.type} returned HTTP ${status}`);
  }
}

/** Posts a signed event to the webhook of the billing service. */
export async function deliver(
  billing: TestBilling,
  event: unknown,
  how: { secret?: string; ageSeconds?: number; change?: (body: string) => string } = {},
): Promise<{ status: number; text: string; durationMs: number }> {
  const payload = JSON.stringify(event);
  const { secret = webhookSecret, ageSeconds = 0, change = (body: string) => body } = how;
  const timestamp = Math.floor(Date.now() / 1_000) - ageSeconds;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const startedAt = performance.now();
  const response = await fetch(`${billing.url}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body: change(payload),
  });
  const text = await response.text();
  return { status: response.status, text, durationMs: performance.now() - startedAt };
}

export async function planOf(billing: TestBilling, { accountId }: ForwardedIdentity): Promise<string> {
  const [row] = await billing.servers.sql('select plan from accounts where account_id = $1', [accountId]);
  return String(row?.plan);
}

/** Returns the facts that the billing service has published about an account, in order. */
export async function factsOf(billing: TestBilling, { accountId }: ForwardedIdentity) {
  const rows = await billing.servers.sql(
    `select name, version, payload from outbox where payload->>'accountId' = $1 order by created_at, version`,
    [accountId],
  );
  return rows.map(({ name, version, payload }) => ({
    name: String(name),
    version: Number(version),
    payload: payload as Record<string, unknown>,
  }));
}

/** Returns the payment intent of the account's newest payment. */
export async function intentOf(billing: TestBilling, { accountId }: ForwardedIdentity): Promise<string> {
  const [row] = await billing.servers.sql(
    'select payment_intent_id from payments where account_id = $1 order by paid_at desc',
    [accountId],
  );
  return String(row?.payment_intent_id);
}

/** Returns the id of the account's newest subscription. */
export async function subscriptionOf(
  billing: TestBilling,
  { accountId }: ForwardedIdentity,
): Promise<string> {
  const [row] = await billing.servers.sql(
    'select id from subscriptions where account_id = $1 order by created_at desc',
    [accountId],
  );
  return String(row?.id);
}

/** Returns the amount in cents that an account has paid through Stripe, minus refunds. */
export async function paidCents(billing: TestBilling, { accountId }: ForwardedIdentity): Promise<number> {
  const [row] = await billing.servers.sql(
    'select stripe_customer_id as id from accounts where account_id = $1',
    [accountId],
  );
  const charges = await billing.deps.stripe().charges.list({ customer: String(row?.id), limit: 100 });
  return charges.data
    .filter(({ paid }) => paid)
    .reduce((sum, charge) => sum + charge.amount - charge.amount_refunded, 0);
}

/** Returns the Stripe status of the account's newest subscription, as stored by the billing service. */
export async function statusOf(billing: TestBilling, { accountId }: ForwardedIdentity): Promise<string> {
  const [row] = await billing.servers.sql(
    'select status from subscriptions where account_id = $1 order by created_at desc',
    [accountId],
  );
  return String(row?.status);
}

/** Returns the account's Stripe customer id. */
export async function customerOf(billing: TestBilling, { accountId }: ForwardedIdentity): Promise<string> {
  const [row] = await billing.servers.sql(
    'select stripe_customer_id as id from accounts where account_id = $1',
    [accountId],
  );
  return String(row?.id);
}
