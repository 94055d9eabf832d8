import type { Compression } from '@gossamer/contracts/compressions';
import { workersKey } from '@gossamer/contracts/workers';
import { createRedis } from '@gossamer/service-kit/redis';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import { placeOf } from '../../../src/compressions/queue/place.ts';
import { createQueueState } from '../../../src/compressions/queue/queue-state.ts';
import { browser, json, startGateway, type TestGateway, upload } from '../../gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  const { redis } = gateway.deps;
  const presence = { engineProcesses: 2, expressProcesses: 1, costRatio: 20, at: Date.now() };
  await redis.hset(workersKey(gateway.servers.redisPrefix), 'a', JSON.stringify(presence));
  return () => gateway.close();
});

describe('the status of a waiting compression', () => {
  it('contains its current place in the queue and the expected wait', async () => {
    const visitor = browser(gateway);
    const ids: string[] = [];
    for (const widthPx of [400, 410, 420]) {
      const response = await upload(visitor, await photo({ widthPx, heightPx: 300 }));
      ids.push((await json(response)).compressionId ?? '');
    }
    const statusOf = async (id: string) =>
      (await (await visitor(`/api/compression/${id}`)).json()) as Compression;
    const places = async () => (await Promise.all(ids.map(statusOf))).map(({ queue }) => queue);
    const expected = [1, 2, 3].map((place) => ({ place, waitSeconds: expect.any(Number) }));
    await expect.poll(places).toEqual(expected);
    const [first, , third] = (await places()).map((queue) => queue?.waitSeconds ?? 0);
    expect(first).toBeGreaterThan(0);
    expect(third).toBeGreaterThan(first!);
    // Remove the first job from the queue, as a worker does when it takes a job.
    await gateway.deps.redis.zrem(gateway.deps.compressionJobs.queue.toKey('prioritized'), ids[0]!);
    expect(await places()).toMatchObject([undefined, { place: 1 }, { place: 2 }]);
  });

  it('contains no place while Redis is unreachable', async () => {
    const options = { url: 'redis://127.0.0.1:1', prefix: 'none' };
    const redis = createRedis(options, 'producer', gateway.deps.logger);
    const deps = { ...gateway.deps, redis };
    expect(await placeOf(deps, createQueueState(deps), { id: 'a', lane: 'short' })).toBeUndefined();
    redis.disconnect();
  });
});
