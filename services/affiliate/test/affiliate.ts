import { randomBytes } from 'node:crypto';
import type { AffiliateApplicationAnswer } from '@gossamer/contracts/affiliate';
import type { FactName, FactPayload } from '@gossamer/contracts/facts';
import { factJobs } from '@gossamer/service-kit/events/inbox';
import { type ForwardedIdentity, identityHeader, signIdentity } from '@gossamer/service-kit/identity';
import { migrate } from '@gossamer/service-kit/migrate';
import { openTestServers, type TestServers } from '@gossamer/testkit/servers';
import type { Kysely } from 'kysely';
import { buildApp } from '../src/app.ts';
import { readAffiliateConfig } from '../src/config.ts';
import { migrations } from '../src/db/migrations/list.ts';
import type { AffiliateTables } from '../src/db/schema.ts';
import { type AffiliateDeps, openDeps } from '../src/deps.ts';
import { factHandlers } from '../src/ledger/apply-facts.ts';

export const identitySecret = 'an identity secret of more than thirty-two characters';
export const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

export interface TestAffiliate {
  servers: TestServers;
  deps: AffiliateDeps;
  url: string;
  /** Sets the clock of the affiliate service. */
  setTime(time: Date | string): void;
  close(): Promise<void>;
}

/** Returns the environment of the affiliate service for the given test servers. */
export function affiliateEnv(servers: TestServers): Record<string, string> {
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: servers.databaseUrl,
    AFFILIATE_DATABASE_SCHEMA: servers.schema,
    REDIS_URL: servers.redisUrl,
    REDIS_PREFIX: servers.redisPrefix,
    IDENTITY_SECRET: identitySecret,
    PUBLIC_URL: 'https://gossamer.example',
  };
}

/** Starts the affiliate service as in production, but with its own servers and a clock that `setTime` controls. */
export async function startAffiliate(env: Record<string, string> = {}): Promise<TestAffiliate> {
  const servers = await openTestServers();
  let now = new Date('2026-03-15T12:00:00Z');
  const opened = openDeps(readAffiliateConfig({ ...affiliateEnv(servers), ...env }));
  const deps = { ...opened, clock: () => now };
  await migrate(deps.db as unknown as Kysely<never>, servers.schema, migrations);
  const app = await buildApp(deps);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    servers,
    deps,
    url,
    setTime: (time) => {
      now = new Date(time);
    },
    close: async () => {
      await app.close();
      await deps.close();
      await servers.close();
    },
  };
}

/** Returns a new member who is unknown to the affiliate service. */
export function newcomer(email?: string): ForwardedIdentity {
  const id = randomBytes(8).toString('hex');
  return {
    accountId: `account${id}`,
    email: email ?? `p${id}@example.com`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    language: 'en',
    isEmailVerified: true,
  };
}

export interface Answer {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every route
  body: any;
}

/** Sends a request to the affiliate service as the gateway does. */
export async function call(
  { url }: TestAffiliate,
  who: ForwardedIdentity | undefined,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (who) headers[identityHeader] = signIdentity(who, 'affiliate', identitySecret);
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(url + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined };
}

export const application = {
  name: 'Maya Rossi',
  email: 'maya@example.org',
  website: '@maya',
  description: 'A newsletter about the web.',
};

/** Makes a member an affiliate partner and sets a payout address. */
export async function becomePartner(
  affiliate: TestAffiliate,
  who: ForwardedIdentity = newcomer(),
  given: Partial<typeof application> = {},
): Promise<{ who: ForwardedIdentity; code: string }> {
  const email = given.email ?? `contact.${who.email}`;
  const { body, status } = await call(affiliate, who, 'POST', '/partners', {
    ...application,
    ...given,
    email,
  });
  if (status !== 200) throw new Error(`applying returned HTTP ${status}`);
  const { code } = (body as AffiliateApplicationAnswer).affiliate;
  const set = await call(affiliate, who, 'PUT', `/dashboards/${code}/payout-email`, {
    payoutEmail: `pay.${who.email}`,
  });
  if (set.status !== 200) throw new Error(`setting the payout email returned HTTP ${set.status}`);
  return { who, code };
}

let facts = 0;

/** Delivers a fact to the affiliate service as the publisher's relay does. */
export async function publishFact<N extends FactName>(
  { deps }: Pick<TestAffiliate, 'deps'>,
  name: N,
  fact: { key: string; version: number; payload: FactPayload<N> },
): Promise<void> {
  facts += 1;
  const { handlers } = factJobs<'affiliate', AffiliateTables>(deps.db, factHandlers(deps.clock));
  await handlers[name]?.({ id: `fact${facts}`, name, ...fact });
}

/** Delivers the fact that a member has signed up, with a partner's code if given. */
export async function signUp(
  affiliate: TestAffiliate,
  referralCode: string | undefined,
  who: ForwardedIdentity = newcomer(),
): Promise<ForwardedIdentity> {
  const { accountId, email } = who;
  const payload = { accountId, email, ...(referralCode !== undefined && { referralCode }) };
  await publishFact(affiliate, 'account.created', { key: accountId, version: 1, payload });
  return who;
}

export interface Paid {
  paymentId: string;
  accountId: string;
  amountCents: number;
  currency: string;
  paidAt: string;
  cardFingerprint: string | null;
}

/** Delivers the fact that a member has paid. By default, 9 dollars are paid with the account's own card. */
export async function pay(
  affiliate: TestAffiliate,
  { accountId }: ForwardedIdentity,
  how: Partial<Paid> = {},
): Promise<Paid> {
  const paymentId = `in_${randomBytes(8).toString('hex')}`;
  const payment = {
    paymentId,
    accountId,
    amountCents: 900,
    currency: 'usd',
    cardFingerprint: `card of ${accountId}`,
    paidAt: affiliate.deps.clock().toISOString(),
    ...how,
  };
  await publishFact(affiliate, 'payment.succeeded', { key: payment.paymentId, version: 1, payload: payment });
  return payment;
}

/** Delivers a fact that reports the total amount refunded for a payment. */
export async function takeBack(
  affiliate: TestAffiliate,
  payment: Paid,
  refundedCents: number,
  version = 2,
): Promise<void> {
  await publishFact(affiliate, 'payment.refunded', {
    key: payment.paymentId,
    version,
    payload: { ...payment, refundedCents },
  });
}

/** Returns the dashboard of an affiliate partner. */
export async function dashboardOf(
  affiliate: TestAffiliate,
  { who, code }: { who: ForwardedIdentity; code: string },
): Promise<Answer['body']> {
  const { status, body } = await call(affiliate, who, 'GET', `/dashboards/${code}`);
  if (status !== 200) throw new Error(`the dashboard returned HTTP ${status}`);
  return body;
}
