import { setTimeout as sleep } from 'node:timers/promises';
import { type FactEnvelope, type FactName, facts } from '@gossamer/contracts/facts';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import type { Registry } from 'prom-client';
import type { Logger } from '../logger.ts';
import { observeGauges } from '../observed-gauges.ts';
import { messageOptions } from '../queues/job-options.ts';
import { every } from '../schedule.ts';
import { queueTracing } from '../tracing.ts';
import { type OutboxTables, outboxChannel } from './outbox.ts';

export interface RelayOptions {
  db: Kysely<OutboxTables>;
  databaseUrl: string;
  schema: string;
  redis: Redis;
  prefix: string;
  logger: Logger;
  metrics: Registry;
  /** Polling interval in milliseconds. The relay polls in addition to Postgres notifications. */
  pollMs?: number;
}

export interface Relay {
  close(): Promise<void>;
}

const batchSize = 100;
const reshipHours = 48;
const pruneEveryMs = 600_000;

/**
 * Starts the loop that delivers facts (domain events) at least once from a schema's outbox to the inbox queues of their
 * subscribers. After Redis restarts or loses data, the facts of the last 48 hours are sent again. Versions make
 * duplicate facts harmless. Older facts are deleted after delivery, because they can contain data of accounts that have
 * since been deleted.
 */
export function startRelay(options: RelayOptions): Relay {
  const { logger, pollMs = 1_000 } = options;
  const stop = new AbortController();
  const queues = new Map<string, Queue>();
  let wake = () => {};
  const listener = listen(options, () => wake(), stop.signal);

  const loop = async () => {
    while (!stop.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      try {
        await reshipAfterLoss(options);
        while ((await shipBatch(options, queues)) === batchSize);
      } catch (error) {
        logger.warn({ err: error }, 'failed to deliver domain events to other services');
      }
      await Promise.race([woken, sleep(pollMs, undefined, { signal: stop.signal }).catch(() => undefined)]);
    }
  };
  const running = loop();
  const pruning = every(pruneEveryMs, 'prune delivered facts', () => pruneShipped(options), logger);
  observeOutbox(options);

  return {
    close: async () => {
      stop.abort();
      wake();
      await Promise.all([running, listener, pruning.close()]);
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/** Exports the number of undelivered outbox entries and the age of the oldest one. */
function observeOutbox({ db, metrics, logger }: RelayOptions): void {
  observeGauges(
    metrics,
    {
      outbox_unshipped: { help: 'Facts in the outbox that are not delivered yet' },
      outbox_lag_seconds: { help: 'Age of the oldest undelivered fact in seconds; 0 if there is none' },
    },
    async () => {
      const waiting = await db
        .selectFrom('outbox')
        .select(({ fn }) => [
          fn.countAll<string>().as('facts'),
          sql<number>`coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8`.as(
            'lagSeconds',
          ),
        ])
        .where('shippedAt', 'is', null)
        .executeTakeFirstOrThrow();
      return {
        outbox_unshipped: [{ value: Number(waiting.facts) }],
        outbox_lag_seconds: [{ value: waiting.lagSeconds }],
      };
    },
    logger,
  );
}

/** Delivers a batch of the oldest undelivered facts and returns their number. Concurrent relays skip locked rows. */
async function shipBatch(options: RelayOptions, queues: Map<string, Queue>): Promise<number> {
  return options.db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('outbox')
      .selectAll()
      .where('shippedAt', 'is', null)
      .orderBy('createdAt')
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const row of rows) {
      const fact = { ...row, name: row.name as FactName };
      for (const subscriber of facts[fact.name].subscribers) {
        await inboxQueue(options, queues, subscriber).add(fact.name, envelope(fact), { jobId: fact.id });
      }
    }
    if (rows.length > 0) {
      const ids = rows.map((row) => row.id);
      await trx.updateTable('outbox').set({ shippedAt: new Date() }).where('id', 'in', ids).execute();
    }
    return rows.length;
  });
}

function envelope(row: FactEnvelope): FactEnvelope {
  return { id: row.id, name: row.name, key: row.key, version: row.version, payload: row.payload };
}

function inboxQueue(options: RelayOptions, queues: Map<string, Queue>, service: string): Queue {
  const existing = queues.get(service);
  if (existing) return existing;
  const queue = new Queue(`inbox-${service}`, {
    connection: options.redis,
    prefix: options.prefix,
    ...queueTracing(),
    defaultJobOptions: messageOptions,
  });
  queue.on('error', (error) => options.logger.warn({ err: error, service }, 'failed to reach relay queue'));
  queues.set(service, queue);
  return queue;
}

/**
 * Sends recent facts (domain events) again if Redis has restarted or lost its data. A Redis key stores the run id of
 * the Redis server. A different id means a restart, which may have lost the last second of data; a missing key means
 * that all data was lost.
 */
async function reshipAfterLoss(options: RelayOptions): Promise<void> {
  const { db, redis, prefix, schema, logger } = options;
  const mark = `${prefix}:outbox-mark:${schema}`;
  const runId = /run_id:(\w+)/.exec(await redis.info('server'))?.[1] ?? 'unknown';
  if ((await redis.get(mark)) === runId) return;
  const result = await db
    .updateTable('outbox')
    .set({ shippedAt: null })
    .where('shippedAt', 'is not', null)
    .where('createdAt', '>', sql<Date>`clock_timestamp() - make_interval(hours => ${reshipHours})`)
    .executeTakeFirst();
  await redis.set(mark, runId);
  if (result.numUpdatedRows > 0n)
    logger.warn(
      { facts: Number(result.numUpdatedRows) },
      'redis was restarted and may have lost data, resending domain events',
    );
}

/** Deletes delivered outbox entries that are too old to be sent again after Redis loses data. */
async function pruneShipped({ db }: RelayOptions): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('shippedAt', 'is not', null)
    .where('createdAt', '<=', sql<Date>`clock_timestamp() - make_interval(hours => ${reshipHours})`)
    .execute();
}

/** Keeps a Postgres connection open that listens for new outbox entries, and reconnects if it breaks. */
async function listen(options: RelayOptions, onNotice: () => void, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  while (!signal.aborted) {
    const client = new Client({
      connectionString: options.databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.once('error', () => resolve());
    });
    client.on('notification', onNotice);
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(outboxChannel(options.schema))}`);
      // Wake the relay, because facts may have been committed before this connection started to listen.
      onNotice();
      await Promise.race([ended, aborted]);
    } catch (error) {
      options.logger.warn({ err: error }, 'lost relay notification channel, falling back to polling');
    }
    await client.end().catch(() => undefined);
    await sleep(1_000, undefined, { signal }).catch(() => undefined);
  }
}
