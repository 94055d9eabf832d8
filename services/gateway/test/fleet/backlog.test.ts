import { fleetKey } from '@gossamer/contracts/fleet';
import { createRedis } from '@gossamer/service-kit/redis';
import { photo } from '@gossamer/testkit/pictures';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBacklog } from '../../src/fleet/backlog.ts';
import type { TurnTaker } from '../../src/fleet/turns.ts';
import { browser, json, startGateway, type TestGateway, upload } from '../gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ GATEWAY_MAX_WAIT_MS: '20000' });
  return () => gateway.close();
});

beforeEach(() => gateway.servers.emptyRedis());

async function waitingJobs(count: number): Promise<void> {
  const jobs = Array.from({ length: count }, () => ({ name: 'compress', data: {} }));
  await gateway.deps.compressionJobs.queue.addBulk(jobs);
}

async function worker(id: string, slots: number, averageJobMs: number, agoMs = 0): Promise<void> {
  const presence = JSON.stringify({ slots, averageJobMs, at: Date.now() - agoMs });
  await gateway.deps.redis.hset(fleetKey(gateway.servers.redisPrefix), id, presence);
}

/** Accepted pictures that nobody has worked on yet. */
async function pendingRows(tier: string, fairKey: string, count: number): Promise<void> {
  await gateway.servers.sql(
    `insert into compressions (id, owner, request_id, original_filename, original_format, original_size_bytes,
       original_sha256, settings, max_pixels, is_sample, tier, fair_key, rank)
     select lpad(n::text, 32, '0'), $2, 'r', 'n', 'jpeg', 100, repeat('0', 64), '{}', 100, false, $1, $2, n
     from generate_series(1, $3::int) n`,
    [tier, fairKey, count],
  );
}

const someone: TurnTaker = { tier: 'visitor', fairKey: 'address:somewhere' };
const assertBearable = () =>
  createBacklog(gateway.deps).assertBearable(someone, gateway.deps.config.maxWaitMs);

describe('the backlog', () => {
  it('lets uploads in while their work would begin within twenty seconds', async () => {
    await waitingJobs(30);
    await worker('a', 2, 1_000);
    await expect(assertBearable()).resolves.toBeUndefined();
  });

  it('refuses them beyond, and says when to come again', async () => {
    await waitingJobs(60);
    await worker('a', 2, 1_000);
    await expect(assertBearable()).rejects.toMatchObject({ code: 'fleet_busy', retryAfterSeconds: 20 });
    await worker('b', 2, 1_000);
    await expect(assertBearable()).resolves.toBeUndefined();
  });

  it('asks for the fast pace where the wait is long, but not too long', async () => {
    const backlog = createBacklog(gateway.deps);
    expect(await backlog.pace(someone)).toBe('thorough');
    await waitingJobs(30);
    await worker('a', 2, 1_000);
    const loaded = createBacklog(gateway.deps);
    await loaded.assertBearable(someone, gateway.deps.config.maxWaitMs);
    expect(await loaded.pace(someone)).toBe('fast');
    await worker('b', 10, 1_000);
    const later = createBacklog(gateway.deps);
    await later.assertBearable(someone, gateway.deps.config.maxWaitMs);
    expect(await later.pace(someone)).toBe('thorough');
  });

  it('does not count workers that have fallen silent', async () => {
    await waitingJobs(30);
    await worker('a', 2, 1_000);
    await worker('dead', 100, 10, 60_000);
    await expect(assertBearable()).resolves.toBeUndefined();
    await gateway.deps.redis.hdel(fleetKey(gateway.servers.redisPrefix), 'a');
    await expect(assertBearable()).rejects.toMatchObject({ code: 'fleet_busy' });
  });

  it('keeps nobody out while Redis is away and nothing is known', async () => {
    const redis = createRedis(
      { url: 'redis://127.0.0.1:1', prefix: 'none' },
      'producer',
      gateway.deps.logger,
    );
    const backlog = createBacklog({ ...gateway.deps, redis });
    await expect(backlog.assertBearable(someone, gateway.deps.config.maxWaitMs)).resolves.toBeUndefined();
    expect(await backlog.waitMs(someone)).toBe(0);
    expect(await backlog.pace(someone)).toBe('thorough');
    redis.disconnect();
  });

  it('keeps nobody out for what somebody else has waiting', async () => {
    await waitingJobs(200);
    await worker('a', 2, 1_000);
    await pendingRows('member', 'member:busy', 200);
    const backlog = createBacklog(gateway.deps);
    const busy: TurnTaker = { tier: 'member', fairKey: 'member:busy' };
    const idle: TurnTaker = { tier: 'member', fairKey: 'member:idle' };
    await expect(backlog.assertBearable(busy, gateway.deps.config.maxWaitMs)).rejects.toMatchObject({
      code: 'fleet_busy',
    });
    await expect(backlog.assertBearable(idle, gateway.deps.config.maxWaitMs)).resolves.toBeUndefined();
    expect(await backlog.pace(idle)).toBe('thorough');
    // Visitors come after all of them.
    await expect(backlog.assertBearable(someone, gateway.deps.config.maxWaitMs)).rejects.toMatchObject({
      code: 'fleet_busy',
    });
    await gateway.servers.sql('truncate compressions');
  });

  it('reaches the client as 503 with Retry-After, and nothing is stored', async () => {
    await waitingJobs(100);
    const response = await upload(browser(gateway), await photo({ widthPx: 8, heightPx: 8 }));
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await json(response)).code).toBe('fleet_busy');
    expect(await gateway.servers.sql('select id from compressions')).toEqual([]);
  });
});
