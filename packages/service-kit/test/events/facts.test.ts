import type { FactName, FactPayload } from '@gossamer/contracts/facts';
import { openTestServers, type TestServers } from '@gossamer/testkit/servers';
import { waitFor } from '@gossamer/testkit/wait';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Kysely, Transaction } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/database.ts';
import { type FactHandlers, factJobs, type InboxTables, inboxMigration } from '../../src/events/inbox.ts';
import { type OutboxTables, outboxMigration, publish } from '../../src/events/outbox.ts';
import { type Relay, startRelay } from '../../src/events/relay.ts';
import { createLogger } from '../../src/logger.ts';
import { migrate } from '../../src/migrate.ts';
import { createConsumer } from '../../src/queues/consumer.ts';
import { createRedis } from '../../src/redis.ts';

type Tables = OutboxTables & InboxTables;

const logger = createLogger('test', 'silent');
let servers: TestServers;
let db: Kysely<Tables>;
let redis: Redis;
const relays: Relay[] = [];
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  servers = await openTestServers();
  db = createDatabase<Tables>({ url: servers.databaseUrl, schema: servers.schema, logger });
  redis = createRedis({ url: servers.redisUrl, prefix: servers.redisPrefix }, 'consumer', logger);
  await migrate(db as unknown as Kysely<never>, servers.schema, {
    '0001-outbox': outboxMigration,
    '0002-inbox': inboxMigration,
  });
});

beforeEach(async () => {
  await servers.emptyRedis();
  await servers.sql('truncate outbox, inbox_versions');
});

afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.close()));
  await Promise.all(closers.splice(0).map((close) => close()));
});

afterAll(async () => {
  await db.destroy();
  redis.disconnect();
  await servers.close();
});

function relay(pollMs = 60_000): void {
  relays.push(
    startRelay({
      db: db as unknown as Kysely<OutboxTables>,
      databaseUrl: servers.databaseUrl,
      schema: servers.schema,
      redis,
      prefix: servers.redisPrefix,
      metrics: new Registry(),
      logger,
      pollMs,
    }),
  );
}

const deleted = (accountId: string) => ({ accountId });

function say<N extends FactName>(
  name: N,
  key: string,
  version: number,
  payload: FactPayload<N>,
): Promise<void> {
  return db.transaction().execute((trx) => publish(trx, name, { key, version, payload }));
}

/** Starts a consumer like the billing service's. The consumer records the facts that it has applied. */
function billing(overrides: Partial<FactHandlers<'billing', Tables>> = {}): string[] {
  const applied: string[] = [];
  const facts = factJobs<'billing', Tables>(db, {
    'account.created': async (_trx, payload) => void applied.push(`created ${payload.email}`),
    'account.deleted': async (_trx, payload) => void applied.push(`deleted ${payload.accountId}`),
    ...overrides,
  });
  const connection = createRedis({ url: servers.redisUrl, prefix: servers.redisPrefix }, 'consumer', logger);
  const catalog = { name: 'inbox-billing', jobs: facts.jobs };
  const worker = createConsumer(catalog, facts.handlers, { connection, prefix: servers.redisPrefix, logger });
  closers.push(async () => {
    await worker.close();
    connection.disconnect();
  });
  return applied;
}

async function queued(service: string): Promise<number> {
  const queue = new Queue(`inbox-${service}`, { connection: redis, prefix: servers.redisPrefix });
  const count = await queue.getJobCountByTypes('waiting', 'delayed', 'active');
  await queue.close();
  return count;
}

describe('publish', () => {
  it('delivers nothing if the transaction is rolled back', async () => {
    relay(50);
    const canceled = db.transaction().execute(async (trx) => {
      await publish(trx, 'account.deleted', { key: 'a', version: 1, payload: deleted('a') });
      throw new Error('rolled back');
    });
    await expect(canceled).rejects.toThrow('rolled back');
    await say('account.deleted', 'b', 1, deleted('b'));
    const applied = billing();
    await waitFor('the second fact', () => applied.length > 0);
    expect(applied).toEqual(['deleted b']);
  });

  it('rejects a payload that does not match the contract', async () => {
    const wrong = { accountId: 'a', email: 'not an address' };
    await expect(say('account.created', 'a', 1, wrong)).rejects.toThrow();
    expect(await servers.sql('select 1 from outbox')).toEqual([]);
  });
});

describe('relay', () => {
  it('is notified by the commit long before its next poll', async () => {
    relay(60_000);
    const applied = billing();
    await say('account.created', 'warm', 1, { accountId: 'warm', email: 'warm@example.com' });
    await waitFor('the first fact', () => applied.length === 1);
    await say('account.created', 'a', 1, { accountId: 'a', email: 'a@example.com' });
    await waitFor('the second fact', () => applied.length === 2, 5_000);
  });

  it('delivers each fact to every subscriber', async () => {
    relay(50);
    await say('account.created', 'a', 1, { accountId: 'a', email: 'a@example.com' });
    await waitFor(
      'both inboxes',
      async () => (await queued('billing')) === 1 && (await queued('affiliate')) === 1,
    );
  });

  it('delivers each fact once if two relays share an outbox', async () => {
    for (let n = 0; n < 150; n += 1) await say('account.deleted', `a${n}`, 1, deleted(`a${n}`));
    relay(20);
    relay(20);
    const applied = billing();
    await waitFor('all facts', () => applied.length >= 150);
    expect(new Set(applied).size).toBe(150);
    expect(applied).toHaveLength(150);
  });

  it('redelivers the facts of the last 48 hours after Redis loses its data', async () => {
    relay(50);
    await say('account.deleted', 'lost', 1, deleted('lost'));
    await servers.sql(`insert into outbox (id, name, key, version, payload, created_at, shipped_at)
      values ('old', 'account.deleted', 'old', 1, '{"accountId":"old"}', now() - interval '49 hours', now())`);
    await waitFor('shipping', async () => (await queued('billing')) === 1);
    await servers.emptyRedis();
    expect(await queued('billing')).toBe(0);
    const applied = billing();
    await waitFor('the fact again', () => applied.length > 0);
    expect(applied).toEqual(['deleted lost']);
  });

  it('prunes facts delivered two days ago and keeps undelivered facts', async () => {
    await servers.sql(`insert into outbox (id, name, key, version, payload, created_at, shipped_at) values
      ('old', 'account.deleted', 'old', 1, '{"accountId":"old"}', now() - interval '49 hours', now()),
      ('late', 'account.deleted', 'late', 1, '{"accountId":"late"}', now() - interval '49 hours', null),
      ('new', 'account.deleted', 'new', 1, '{"accountId":"new"}', now() - interval '47 hours', now())`);
    relay(50);
    await waitFor(
      'the old one to go',
      async () => (await servers.sql("select 1 from outbox where id = 'old'")).length === 0,
    );
    const applied = billing();
    await waitFor('the late one', () => applied.includes('deleted late'));
    expect(await servers.sql("select 1 from outbox where id = 'new'")).toHaveLength(1);
  });

  it('keeps facts while Redis is unreachable and delivers them afterwards', async () => {
    const unreachable = createRedis(
      { url: 'redis://127.0.0.1:1', prefix: servers.redisPrefix },
      'producer',
      logger,
    );
    const stuck = startRelay({
      db: db as unknown as Kysely<OutboxTables>,
      databaseUrl: servers.databaseUrl,
      schema: servers.schema,
      redis: unreachable,
      prefix: servers.redisPrefix,
      metrics: new Registry(),
      logger,
      pollMs: 20,
    });
    await say('account.deleted', 'a', 1, deleted('a'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await stuck.close();
    unreachable.disconnect();
    expect(await servers.sql('select 1 from outbox where shipped_at is null')).toHaveLength(1);
    relay(50);
    const applied = billing();
    await waitFor('the fact', () => applied.length === 1);
  });
});

describe('inbox', () => {
  it('applies a fact only once even if it arrives twice', async () => {
    relay(20);
    const applied = billing();
    await say('account.deleted', 'a', 1, deleted('a'));
    await waitFor('the fact', () => applied.length === 1);
    await servers.sql('update outbox set shipped_at = null, id = $1', ['the-same-again']);
    await say('account.deleted', 'b', 1, deleted('b'));
    await waitFor('a later fact', () => applied.includes('deleted b'));
    await waitFor('both shipped', async () => (await queued('billing')) === 0);
    expect(applied).toEqual(['deleted a', 'deleted b']);
  });

  it('ignores older versions, so that a late creation fact does not undo a deletion', async () => {
    await say('account.deleted', 'a', 2, deleted('a'));
    await say('account.created', 'a', 1, { accountId: 'a', email: 'a@example.com' });
    await say('account.created', 'b', 1, { accountId: 'b', email: 'b@example.com' });
    relay(20);
    const applied = billing();
    await waitFor('the last fact', () => applied.includes('created b@example.com'));
    await waitFor('the queue to be empty', async () => (await queued('billing')) === 0);
    expect(applied).toEqual(['deleted a', 'created b@example.com']);
  });

  it('retries a failed handler, and stores the version only after it succeeds', async () => {
    relay(20);
    let calls = 0;
    const applied = billing({
      'account.deleted': async (trx: Transaction<Tables>) => {
        calls += 1;
        expect(await trx.selectFrom('inboxVersions').selectAll().execute()).toHaveLength(1);
        if (calls === 1) throw new Error('handler failed');
      },
    });
    await say('account.deleted', 'a', 1, deleted('a'));
    await waitFor('the second try', () => calls === 2);
    await waitFor(
      'the version',
      async () => (await servers.sql('select 1 from inbox_versions')).length === 1,
    );
    expect(applied).toEqual([]);
  });
});
