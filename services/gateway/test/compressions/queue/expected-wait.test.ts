import { workersKey } from '@gossamer/contracts/workers';
import { createRedis } from '@gossamer/service-kit/redis';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertWaitBelow, expectedWaitMs } from '../../../src/compressions/queue/expected-wait.ts';
import { createQueueState } from '../../../src/compressions/queue/queue-state.ts';
import type { QueueOwner } from '../../../src/compressions/queue/read-queues.ts';
import { readWorkers } from '../../../src/compressions/queue/read-workers.ts';
import { browser, json, startGateway, type TestGateway, upload } from '../../gateway.ts';
import { publish, waiting, worker } from './queue-load.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ GATEWAY_MAX_WAIT_MS: '20000' });
  return () => gateway.close();
});

beforeEach(async () => {
  await gateway.servers.emptyRedis();
  await gateway.servers.sql('truncate compressions cascade');
});

const someone: QueueOwner = { tier: 'visitor', ownerKey: 'address:somewhere' };
const maxWaitMs = 20_000;
const assertShortWait = (owner = someone) =>
  assertWaitBelow(createQueueState(gateway.deps), owner, maxWaitMs);

describe('assertWaitBelow', () => {
  it('accepts uploads with an estimated wait of at most twenty seconds', async () => {
    await waiting(gateway, { jobs: 30 });
    await worker(gateway, 'a', 2);
    await expect(assertShortWait()).resolves.toBeUndefined();
  });

  it('rejects uploads whose estimated wait exceeds twenty seconds, and sends Retry-After', async () => {
    await waiting(gateway, { jobs: 60 });
    await worker(gateway, 'a', 2);
    await expect(assertShortWait()).rejects.toMatchObject({ code: 'fleet_busy', retryAfterSeconds: 20 });
    await worker(gateway, 'b', 2);
    await expect(assertShortWait()).resolves.toBeUndefined();
  });

  it('multiplies the estimates by the measured cost ratio', async () => {
    await waiting(gateway, { jobs: 30 });
    await worker(gateway, 'a', 2, { costRatio: 2 });
    await expect(assertShortWait()).rejects.toMatchObject({ code: 'fleet_busy' });
  });

  it('ignores workers that have not announced themselves recently', async () => {
    await waiting(gateway, { jobs: 30 });
    await worker(gateway, 'a', 2);
    await worker(gateway, 'dead', 100, { agoMs: 60_000 });
    await expect(assertShortWait()).resolves.toBeUndefined();
    await gateway.deps.redis.hdel(workersKey(gateway.servers.redisPrefix), 'a');
    await expect(assertShortWait()).rejects.toMatchObject({ code: 'fleet_busy' });
  });

  it('counts workers of the previous release, which report only under the old field names', async () => {
    await waiting(gateway, { jobs: 60 });
    await publish(gateway, 'old', {
      slots: 4,
      expressSlots: 1,
      costRatio: 1,
      averageJobMs: 900,
      at: Date.now(),
    });
    expect(await readWorkers(gateway.deps)).toMatchObject({ engineProcesses: 4, expressProcesses: 1 });
    await expect(assertShortWait()).resolves.toBeUndefined();
    await publish(gateway, 'new', {
      slots: 2,
      expressSlots: 1,
      engineProcesses: 2,
      expressProcesses: 1,
      at: Date.now(),
    });
    expect(await readWorkers(gateway.deps)).toMatchObject({ engineProcesses: 6, expressProcesses: 2 });
  });

  it('accepts all uploads while Redis is unreachable', async () => {
    const redis = createRedis(
      { url: 'redis://127.0.0.1:1', prefix: 'none' },
      'producer',
      gateway.deps.logger,
    );
    await waiting(gateway, { jobs: 100 });
    const queueState = createQueueState({ ...gateway.deps, redis });
    await expect(assertWaitBelow(queueState, someone, maxWaitMs)).resolves.toBeUndefined();
    expect(await expectedWaitMs(queueState, someone)).toBe(0);
    redis.disconnect();
  });

  it('does not reject an owner because of another owner’s backlog', async () => {
    await worker(gateway, 'a', 2);
    await waiting(gateway, { tier: 'member', ownerKey: 'member:busy', jobs: 200 });
    await expect(assertShortWait({ tier: 'member', ownerKey: 'member:busy' })).rejects.toMatchObject({
      code: 'fleet_busy',
    });
    await expect(assertShortWait({ tier: 'member', ownerKey: 'member:idle' })).resolves.toBeUndefined();
    // The visitor is rejected, because visitors' jobs run after all members' jobs.
    await expect(assertShortWait()).rejects.toMatchObject({ code: 'fleet_busy' });
  });

  it('does not reject short jobs because of waiting long jobs', async () => {
    await worker(gateway, 'a', 2);
    await waiting(gateway, { lane: 'long', jobs: 50, costMs: 60_000 });
    await expect(assertShortWait()).resolves.toBeUndefined();
    // Long jobs can occupy both main engine processes. Only short jobs can also use the express process.
    await waiting(gateway, { jobs: 25 });
    await expect(assertShortWait()).rejects.toMatchObject({ code: 'fleet_busy' });
  });

  it('rejects an upload with 503 and Retry-After, and stores nothing', async () => {
    await waiting(gateway, { jobs: 100 });
    const response = await upload(browser(gateway), await photo({ widthPx: 8, heightPx: 8 }));
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await json(response)).code).toBe('fleet_busy');
    expect(await gateway.servers.sql(`select id from compressions where owner <> 'someone'`)).toEqual([]);
  });
});
