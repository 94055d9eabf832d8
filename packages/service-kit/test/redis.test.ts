import { openTestServers, type TestServers } from '@gossamer/testkit/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../src/logger.ts';
import { createRedis, firstConnection } from '../src/redis.ts';

const logger = createLogger('test', 'silent');
let servers: TestServers;

beforeAll(async () => {
  servers = await openTestServers();
});

afterAll(() => servers.close());

describe('the first connection to Redis', () => {
  it('is awaited, so that a producer’s first command succeeds', async () => {
    const redis = createRedis({ url: servers.redisUrl, prefix: servers.redisPrefix }, 'producer', logger);
    await expect(redis.ping()).rejects.toThrow("Stream isn't writeable");
    await firstConnection(redis);
    expect(await redis.ping()).toBe('PONG');
    await firstConnection(redis, 0);
    redis.disconnect();
  });

  it('is awaited only for a limited time, so that a process starts while Redis is unreachable', async () => {
    const unreachable = createRedis(
      { url: 'redis://127.0.0.1:1', prefix: servers.redisPrefix },
      'producer',
      logger,
    );
    await firstConnection(unreachable, 50);
    expect(unreachable.status).not.toBe('ready');
    unreachable.disconnect();
  });
});
