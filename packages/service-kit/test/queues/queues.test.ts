import { openTestServers, type TestServers } from '@gossamer/testkit/servers';
import { waitFor } from '@gossamer/testkit/wait';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../src/logger.ts';
import { cappedBackoff, createConsumer, type Handlers } from '../../src/queues/consumer.ts';
import { createProducer } from '../../src/queues/producer.ts';
import { createRedis } from '../../src/redis.ts';

const catalog = { name: 'greetings', jobs: { greet: z.object({ name: z.string() }) } } as const;
const logger = createLogger('test', 'silent');
let servers: TestServers;
let connections: Redis[];

beforeAll(async () => {
  servers = await openTestServers();
  const settings = { url: servers.redisUrl, prefix: servers.redisPrefix };
  connections = [createRedis(settings, 'consumer', logger), createRedis(settings, 'consumer', logger)];
});

afterAll(async () => {
  for (const connection of connections) connection.disconnect();
  await servers.close();
});

describe('a typed queue', () => {
  it('accepts only data that matches the catalog, in the producer and in the consumer', async () => {
    const prefix = servers.redisPrefix;
    const producer = createProducer(catalog, { connection: connections[0]!, prefix, logger });
    const greeted: string[] = [];
    const handlers: Handlers<typeof catalog> = { greet: async (data) => void greeted.push(data.name) };
    const worker = createConsumer(catalog, handlers, { connection: connections[1]!, prefix, logger });

    await producer.add('greet', { name: 'Ada' });
    await waitFor('the greeting', () => greeted.length === 1);
    // @ts-expect-error a number is not a valid name, so this neither compiles nor sends anything
    await expect((async () => producer.add('greet', { name: 7 }))()).rejects.toThrow();

    await producer.queue.add('greet', { name: 7 }, { attempts: 5 });
    await producer.queue.add('insult', { name: 'Bob' }, { attempts: 5 });
    await waitFor('both to fail', async () => (await producer.queue.getFailedCount()) === 2);
    const failed = await producer.queue.getFailed();
    expect(failed.map((job) => job.attemptsMade)).toEqual([1, 1]);
    expect(greeted).toEqual(['Ada']);

    await worker.close();
    await producer.close();
  });

  it('does not compile without a handler for each job', () => {
    // @ts-expect-error greet is missing
    const handlers: Handlers<typeof catalog> = {};
    expect(handlers).toEqual({});
  });

  it('retries with exponential backoff of up to half a minute', () => {
    expect([0, 1, 2, 3].map(cappedBackoff)).toEqual([250, 500, 1_000, 2_000]);
    expect(cappedBackoff(1_000_000)).toBe(30_000);
  });

  it('rejects a producer’s job within seconds while Redis is unreachable', async () => {
    const unreachable = createRedis({ url: 'redis://127.0.0.1:1', prefix: 'x' }, 'producer', logger);
    const producer = createProducer(catalog, { connection: unreachable, prefix: 'x', logger });
    const startedAt = Date.now();
    await expect(producer.add('greet', { name: 'Ada' })).rejects.toThrow();
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    await producer.close();
    unreachable.disconnect();
  });
});
