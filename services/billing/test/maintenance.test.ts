import { factEnvelope } from '@gossamer/contracts/facts';
import type { OutboxTables } from '@gossamer/service-kit/events/outbox';
import { startRelay } from '@gossamer/service-kit/events/relay';
import { createLogger } from '@gossamer/service-kit/logger';
import { messageOptions } from '@gossamer/service-kit/queues/job-options';
import { createProducer } from '@gossamer/service-kit/queues/producer';
import { createRedis } from '@gossamer/service-kit/redis';
import { waitFor } from '@gossamer/testkit/wait';
import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startInbox } from '../src/inbox.ts';
import { pruneDeleted } from '../src/maintenance/prune-deleted.ts';
import { readStale } from '../src/maintenance/read-stale.ts';
import { tidyAll } from '../src/maintenance/tidy-all.ts';
import { repairMissed } from '../src/webhooks/repair-missed.ts';
import {
  becomePro,
  call,
  deliverNew,
  goodCard,
  intentOf,
  newcomer,
  newEvents,
  paidCents,
  planOf,
  subscribe,
  subscriptionOf,
  useBilling,
} from './billing.ts';

const billing = useBilling();

describe('missed Stripe events', () => {
  it('are fetched once a day and applied once', async () => {
    const who = newcomer();
    const { clientSecret = '' } = await subscribe(billing, who);
    await billing.fakeStripe.pay(clientSecret, goodCard);
    newEvents(billing);
    expect(await planOf(billing, who)).toBe('free');
    expect(await repairMissed(billing.deps)).toBeGreaterThan(0);
    expect(await planOf(billing, who)).toBe('pro');

    const later = newcomer();
    const next = await subscribe(billing, later);
    await billing.fakeStripe.pay(next.clientSecret ?? '', goodCard);
    // The maintenance task fetches missed events only once a day, so the second run fetches none.
    expect(await repairMissed(billing.deps)).toBe(0);
    expect(await planOf(billing, later)).toBe('free');
    expect(await repairMissed(billing.deps, 0)).toBeGreaterThan(0);
    expect(await planOf(billing, later)).toBe('pro');
    expect(await repairMissed(billing.deps, 0)).toBe(0);
  });

  it('are applied even if one of them fails, and the failed event is retried soon', async () => {
    await deliverNew(billing);
    const [bad, good] = [newcomer(), newcomer()];
    const { clientSecret: first = '' } = await subscribe(billing, bad);
    const { clientSecret: second = '' } = await subscribe(billing, good);
    await billing.fakeStripe.pay(first, goodCard);
    await billing.fakeStripe.pay(second, goodCard);
    const broken = await subscriptionOf(billing, bad);
    billing.fakeStripe.setFault(({ path }) => (path.includes(broken) ? { status: 500 } : undefined));
    await repairMissed(billing.deps, 0);
    billing.fakeStripe.setFault(undefined);
    expect(await planOf(billing, good)).toBe('pro');
    expect(await planOf(billing, bad)).toBe('free');
    await repairMissed(billing.deps, 0);
    expect(await planOf(billing, bad)).toBe('pro');
  });

  it('are fetched by a later run if Stripe does not respond', async () => {
    await billing.servers.sql('delete from task_progress');
    billing.fakeStripe.setFault(() => ({ status: 500 }));
    await expect(repairMissed(billing.deps)).rejects.toThrow();
    billing.fakeStripe.setFault(undefined);
    expect(await billing.servers.sql('select * from task_progress')).toEqual([]);
  });
});

describe('a subscription that must end', () => {
  it('is canceled later if Stripe is unavailable', async () => {
    const who = await becomePro(billing);
    billing.fakeStripe.refund(await intentOf(billing, who));
    billing.fakeStripe.setFault(({ method }) => (method === 'DELETE' ? { status: 500 } : undefined));
    await deliverNew(billing);
    billing.fakeStripe.setFault(undefined);
    expect(await planOf(billing, who)).toBe('free');
    expect(await tidyAll(billing.deps)).toBe(1);
    expect(await tidyAll(billing.deps)).toBe(0);
    await billing.fakeStripe.advance({ months: 1 });
    expect(await paidCents(billing, who)).toBe(0);
  });
});

describe('a live subscription that was not read for a day', () => {
  it('is read again, even if no event reported its end', async () => {
    const who = await becomePro(billing);
    billing.fakeStripe.cancel(await subscriptionOf(billing, who), { atPeriodEnd: false });
    newEvents(billing);
    expect(await readStale(billing.deps)).toBe(0);
    await billing.servers.sql(`update subscriptions set read_at = now() - interval '25 hours'`);
    expect(await readStale(billing.deps)).toBeGreaterThan(0);
    expect(await planOf(billing, who)).toBe('free');
  });

  it('counts as ended if it no longer exists in Stripe', async () => {
    const who = await becomePro(billing);
    const [row] = await billing.servers.sql(
      `update subscriptions set id = 'sub_ofanotheraccount' where account_id = $1 returning id`,
      [who.accountId],
    );
    expect(row?.id).toBe('sub_ofanotheraccount');
    await readStale(billing.deps, -1_000);
    expect(await planOf(billing, who)).toBe('free');
  });
});

describe('a deleted account', () => {
  it('is not charged again, and only its anonymized payments are kept', async () => {
    const who = await becomePro(billing);
    const [row] = await billing.servers.sql(
      'select stripe_customer_id as id from accounts where account_id = $1',
      [who.accountId],
    );
    const customerId = String(row?.id);
    const { publish, close } = await startInboxWithProducer();
    await publish('account.deleted', who.accountId, 2, { accountId: who.accountId });
    await waitFor('the customer to go', async () => {
      const [now] = await billing.servers.sql(
        'select email, customer_deleted_at as at from accounts where account_id = $1',
        [who.accountId],
      );
      return now?.email === null && now?.at !== null;
    });
    // A fact with an older version that arrives late must not change anything.
    await publish('account.created', who.accountId, 1, { accountId: who.accountId, email: who.email });
    await close();
    expect(await billing.deps.stripe().customers.retrieve(customerId)).toMatchObject({ deleted: true });
    await deliverNew(billing);
    expect(await planOf(billing, who)).toBe('free');
    await billing.fakeStripe.advance({ months: 2 });
    await deliverNew(billing);
    const payments = await billing.servers.sql('select * from payments where account_id = $1', [
      who.accountId,
    ]);
    expect(payments).toHaveLength(1);
    const everything = await billing.servers.sql('select email from accounts where account_id = $1', [
      who.accountId,
    ]);
    expect(everything).toEqual([{ email: null }]);
    expect((await call(billing, who, 'POST', '/subscriptions', {})).status).toBe(401);
  });

  it('has its Stripe customer deleted once Stripe is available again', async () => {
    const who = await becomePro(billing);
    await billing.servers.sql('update accounts set deleted_at = now(), email = null where account_id = $1', [
      who.accountId,
    ]);
    billing.fakeStripe.setFault(() => 'drop');
    expect(await pruneDeleted(billing.deps)).toBe(0);
    billing.fakeStripe.setFault(undefined);
    expect(await pruneDeleted(billing.deps)).toBe(1);
    expect(await pruneDeleted(billing.deps)).toBe(0);
  });

  it('does not delay other accounts if its Stripe customer cannot be deleted', async () => {
    const [stuck, other] = [await becomePro(billing), await becomePro(billing)];
    const ids = [stuck.accountId, other.accountId];
    await billing.servers.sql('update accounts set deleted_at = now() where account_id = any($1)', [ids]);
    const [row] = await billing.servers.sql(
      'select stripe_customer_id as id from accounts where account_id = $1',
      [stuck.accountId],
    );
    billing.fakeStripe.setFault(({ path }) => (path.endsWith(String(row?.id)) ? { status: 429 } : undefined));
    expect(await pruneDeleted(billing.deps)).toBe(1);
    billing.fakeStripe.setFault(undefined);
    expect(await pruneDeleted(billing.deps)).toBe(1);
  });
});

it('the relay delivers a plan change to the gateway', async () => {
  const who = await becomePro(billing);
  const { servers, deps } = billing;
  const relay = startRelay({
    db: deps.db as unknown as Kysely<OutboxTables>,
    databaseUrl: servers.databaseUrl,
    schema: servers.schema,
    redis: deps.redis,
    metrics: deps.metrics,
    prefix: servers.redisPrefix,
    logger: deps.logger,
    pollMs: 100,
  });
  await waitFor('the fact in the inbox', async () => {
    const keys = await deps.redis.keys(`${servers.redisPrefix}:inbox-gateway:*`);
    const jobs = await Promise.all(keys.map((key) => deps.redis.hget(key, 'data').catch(() => null)));
    return jobs.some((data) => data?.includes(who.accountId) && data.includes('"pro"'));
  });
  await relay.close();
});

/** Starts the inbox of the billing service and a producer that adds facts to the inbox. */
async function startInboxWithProducer() {
  const { servers, deps } = billing;
  const logger = createLogger('gateway-test', 'silent');
  const connection = createRedis({ url: servers.redisUrl, prefix: servers.redisPrefix }, 'consumer', logger);
  const inbox = startInbox(deps, connection);
  const catalog = {
    name: 'inbox-billing',
    jobs: { 'account.created': factEnvelope, 'account.deleted': factEnvelope },
  } as const;
  const producer = createProducer(catalog, {
    connection: deps.redis,
    prefix: servers.redisPrefix,
    logger,
    defaults: messageOptions,
  });
  return {
    publish: (name: 'account.created' | 'account.deleted', key: string, version: number, payload: object) =>
      producer.add(name, { id: `${key}-${version}`, name, key, version, payload }),
    close: async () => {
      await inbox.close();
      connection.disconnect();
    },
  };
}
