import { fleetKey } from '@gossamer/contracts/fleet';
import { photo } from '@gossamer/testkit/pictures';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBacklog } from '../../src/fleet/backlog.ts';
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

const assertBearable = () => createBacklog(gateway.deps).assertBearable();

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
    expect(backlog.pace()).toBe('thorough');
    await waitingJobs(30);
    await worker('a', 2, 1_000);
    await backlog.assertBearable();
    expect(backlog.pace()).toBe('fast');
    await worker('b', 10, 1_000);
    const later = createBacklog(gateway.deps);
    await later.assertBearable();
    expect(later.pace()).toBe('thorough');
  });

  it('does not count workers that have fallen silent', async () => {
    await waitingJobs(30);
    await worker('a', 2, 1_000);
    await worker('dead', 100, 10, 60_000);
    await expect(assertBearable()).resolves.toBeUndefined();
    await gateway.deps.redis.hdel(fleetKey(gateway.servers.redisPrefix), 'a');
    await expect(assertBearable()).rejects.toMatchObject({ code: 'fleet_busy' });
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
