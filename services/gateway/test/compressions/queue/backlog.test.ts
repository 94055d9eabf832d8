import type { Lane, Tier } from '@gossamer/contracts/queue-priority';
import { defaultSettings } from '@gossamer/contracts/settings';
import { workersKey } from '@gossamer/contracts/workers';
import { createRedis } from '@gossamer/service-kit/redis';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBacklog } from '../../../src/compressions/queue/backlog.ts';
import { readWorkers } from '../../../src/compressions/queue/read-workers.ts';
import type { JobFacts } from '../../../src/compressions/queue/schedule.ts';
import type { QueueOwner } from '../../../src/compressions/queue/waiting.ts';
import { browser, json, startGateway, type TestGateway, upload } from '../../gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ GATEWAY_MAX_WAIT_MS: '20000' });
  return () => gateway.close();
});

beforeEach(async () => {
  await gateway.servers.emptyRedis();
  await gateway.servers.sql('truncate compressions');
});

async function worker(id: string, engineProcesses: number, { costRatio = 1, agoMs = 0 } = {}) {
  await publish(id, { engineProcesses, expressProcesses: 1, costRatio, at: Date.now() - agoMs });
}

const publish = (id: string, presence: object) =>
  gateway.deps.redis.hset(workersKey(gateway.servers.redisPrefix), id, JSON.stringify(presence));

type Waiting = { tier?: Tier; lane?: Lane; ownerKey?: string; jobs: number; costMs?: number };

/** Inserts accepted jobs that no worker has taken. Without `ownerKey`, each job has a different owner. */
async function waiting({ tier = 'visitor', lane = 'short', ownerKey, jobs, costMs = 1_000 }: Waiting) {
  await gateway.servers.sql(
    `insert into compressions (id, owner, request_id, original_filename, original_format, original_size_bytes,
       original_sha256, settings, max_pixels, is_sample, tier, owner_key, rank, lane, cost_ms)
     select md5(random()::text), 'someone', 'r', 'n', 'jpeg', 100, repeat('0', 64), '{}', 100, false, $1,
       coalesce($2, n::text), n, $4, $5
     from generate_series(1, $3::int) n`,
    [tier, ownerKey ?? null, jobs, lane, costMs],
  );
}

const someone: QueueOwner = { tier: 'visitor', ownerKey: 'address:somewhere' };
const maxWaitMs = 20_000;
const assertWaitBelow = (owner = someone) => createBacklog(gateway.deps).assertWaitBelow(owner, maxWaitMs);

const photoOf = (megapixels: number, format: JobFacts['settings']['format'] = 'auto'): JobFacts => ({
  original: {
    format: 'jpeg',
    sizeBytes: megapixels * 400_000,
    dimensions: { widthPx: megapixels * 1_000, heightPx: 1_000, isAnimated: false },
  },
  settings: { ...defaultSettings, format },
  maxPixels: 100_000_000,
});
const schedule = (job: JobFacts, owner = someone) =>
  createBacklog(gateway.deps).schedule(owner, job, { effort: undefined, maxWaitMs });

describe('assertWaitBelow', () => {
  it('accepts uploads with an estimated wait of at most twenty seconds', async () => {
    await waiting({ jobs: 30 });
    await worker('a', 2);
    await expect(assertWaitBelow()).resolves.toBeUndefined();
  });

  it('rejects uploads with an estimated wait of more than twenty seconds, with Retry-After', async () => {
    await waiting({ jobs: 60 });
    await worker('a', 2);
    await expect(assertWaitBelow()).rejects.toMatchObject({ code: 'fleet_busy', retryAfterSeconds: 20 });
    await worker('b', 2);
    await expect(assertWaitBelow()).resolves.toBeUndefined();
  });

  it('multiplies the estimates by the measured cost ratio', async () => {
    await waiting({ jobs: 30 });
    await worker('a', 2, { costRatio: 2 });
    await expect(assertWaitBelow()).rejects.toMatchObject({ code: 'fleet_busy' });
  });

  it('ignores workers that have not announced themselves recently', async () => {
    await waiting({ jobs: 30 });
    await worker('a', 2);
    await worker('dead', 100, { agoMs: 60_000 });
    await expect(assertWaitBelow()).resolves.toBeUndefined();
    await gateway.deps.redis.hdel(workersKey(gateway.servers.redisPrefix), 'a');
    await expect(assertWaitBelow()).rejects.toMatchObject({ code: 'fleet_busy' });
  });

  it('counts workers of the previous release, which report only under the old field names', async () => {
    await waiting({ jobs: 60 });
    await publish('old', { slots: 4, expressSlots: 1, costRatio: 1, averageJobMs: 900, at: Date.now() });
    expect(await readWorkers(gateway.deps)).toMatchObject({ engineProcesses: 4, expressProcesses: 1 });
    await expect(assertWaitBelow()).resolves.toBeUndefined();
    await publish('new', {
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
    await waiting({ jobs: 100 });
    const backlog = createBacklog({ ...gateway.deps, redis });
    await expect(backlog.assertWaitBelow(someone, maxWaitMs)).resolves.toBeUndefined();
    expect(await backlog.waitMs(someone)).toBe(0);
    redis.disconnect();
  });

  it('does not reject an owner because of another owner’s backlog', async () => {
    await worker('a', 2);
    await waiting({ tier: 'member', ownerKey: 'member:busy', jobs: 200 });
    await expect(assertWaitBelow({ tier: 'member', ownerKey: 'member:busy' })).rejects.toMatchObject({
      code: 'fleet_busy',
    });
    await expect(assertWaitBelow({ tier: 'member', ownerKey: 'member:idle' })).resolves.toBeUndefined();
    // The visitor is rejected, because visitors' jobs run after all members' jobs.
    await expect(assertWaitBelow()).rejects.toMatchObject({ code: 'fleet_busy' });
  });

  it('does not reject short jobs because of waiting long jobs', async () => {
    await worker('a', 2);
    await waiting({ lane: 'long', jobs: 50, costMs: 60_000 });
    await expect(assertWaitBelow()).resolves.toBeUndefined();
    // Long jobs can occupy both main engine processes. Only short jobs can also use the express process.
    await waiting({ jobs: 25 });
    await expect(assertWaitBelow()).rejects.toMatchObject({ code: 'fleet_busy' });
  });

  it('rejects an upload with 503 and Retry-After, and stores nothing', async () => {
    await waiting({ jobs: 100 });
    const response = await upload(browser(gateway), await photo({ widthPx: 8, heightPx: 8 }));
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await json(response)).code).toBe('fleet_busy');
    expect(await gateway.servers.sql(`select id from compressions where owner <> 'someone'`)).toEqual([]);
  });
});

describe('schedule()', () => {
  it('assigns jobs to a lane by cost', async () => {
    await worker('a', 2);
    expect(await schedule(photoOf(12))).toMatchObject({ lane: 'short', effort: 'thorough' });
    expect(await schedule(photoOf(12, 'avif'))).toMatchObject({ lane: 'long', effort: 'thorough' });
    expect((await schedule(photoOf(12, 'avif'))).costMs).toBeGreaterThan(
      (await schedule(photoOf(12))).costMs,
    );
  });

  it('chooses fast effort when the queue wait time is long', async () => {
    await worker('a', 2);
    await waiting({ jobs: 12 });
    expect(await schedule(photoOf(12))).toMatchObject({ effort: 'thorough' });
    await waiting({ jobs: 12 });
    expect(await schedule(photoOf(12))).toMatchObject({ effort: 'fast' });
  });

  it('rejects a long job that would wait too long and accepts a short one', async () => {
    await worker('a', 2);
    await waiting({ lane: 'long', ownerKey: someone.ownerKey, jobs: 4, costMs: 20_000 });
    await expect(schedule(photoOf(36, 'avif'))).rejects.toMatchObject({ code: 'fleet_busy' });
    await expect(schedule(photoOf(1))).resolves.toMatchObject({ lane: 'short' });
  });

  it('limits the time and effort of expensive jobs only for visitors, and only while other jobs are waiting', async () => {
    await worker('a', 2);
    const job = photoOf(24, 'avif');
    expect(await schedule(job)).toMatchObject({ effort: 'thorough', timeoutMs: undefined });
    await waiting({ jobs: 1 });
    expect(await schedule(job)).toMatchObject({ effort: 'fast', timeoutMs: 20_000 });
    expect(await schedule(photoOf(1))).toMatchObject({ effort: 'thorough' });
    const member: QueueOwner = { tier: 'member', ownerKey: 'member:somebody' };
    expect(await schedule(job, member)).toMatchObject({ effort: 'thorough', timeoutMs: undefined });
  });

  it('chooses fast effort when a thorough search would exceed the time limit, even with idle workers', async () => {
    expect(await schedule(photoOf(36, 'avif'))).toMatchObject({ effort: 'thorough' });
    const finest = {
      ...photoOf(36, 'avif'),
      settings: { ...defaultSettings, format: 'avif', quality: 100 } as const,
    };
    expect(await schedule(finest)).toMatchObject({ effort: 'fast' });
  });

  it('estimates a high cost for a file whose dimensions are unknown', async () => {
    const { original, ...rest } = photoOf(1);
    const unknown = { ...rest, original: { ...original, sizeBytes: 10_000_000, dimensions: undefined } };
    expect(await schedule(unknown)).toMatchObject({ lane: 'long' });
  });

  it('estimates the cost from the result’s pixels if the image is resized', async () => {
    const resized = photoOf(24, 'avif');
    resized.settings = { ...resized.settings, resize: { widthPx: 240, maintainAspect: true } };
    expect(await schedule(resized)).toMatchObject({ lane: 'short' });
  });
});
