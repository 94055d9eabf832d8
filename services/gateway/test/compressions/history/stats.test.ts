import { stats } from '@gossamer/contracts/stats';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { roomy, signUp } from '../../accounts/people.ts';
import {
  type Browser,
  browser,
  clearAll,
  compressed,
  startGateway,
  startWorker,
  type TestGateway,
  upload,
} from '../../gateway.ts';

let gateway: TestGateway;
let image: Buffer;
let share: number;

beforeAll(async () => {
  gateway = await startGateway(roomy);
  image = await photo({ widthPx: 64, heightPx: 48 });
  const worker = startWorker(gateway, async (job) => {
    const original = await gateway.deps.storage.read(job.originalKey);
    return compressed(gateway, job, Buffer.alloc(Math.round(original.length * share), 1));
  });
  return async () => {
    await worker.close();
    await gateway.close();
  };
});

beforeEach(async () => {
  gateway.deps.clock = () => new Date();
  await clearAll(gateway);
});

async function read(visit: Browser) {
  return stats.parse(await (await visit('/api/stats')).json());
}

async function compress(visit: Browser, ...shares: number[]): Promise<void> {
  for (share of shares) expect((await upload(visit, image)).status).toBe(200);
}

describe('results of a device', () => {
  const result = { originalBytes: 1_000, resultBytes: 250 };
  const send = (visit: Browser, method: string, body: object) =>
    visit('/api/stats/device', {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  it('are included in the statistics and not in the quota if the member has chosen this', async () => {
    const { browser: member } = await signUp(gateway);
    expect((await send(member, 'POST', result)).status).toBe(204);
    expect(await read(member)).toMatchObject({ totalCompressions: 0 });
    expect((await send(member, 'PUT', { isCounted: true })).status).toBe(204);
    await send(member, 'POST', result);
    await send(member, 'POST', { originalBytes: 1_000, resultBytes: 1_500 });
    const counted = { compressionsToday: 2, sizeSavedToday: 750, totalCompressions: 2, totalSizeSaved: 750 };
    expect(await read(member)).toMatchObject({ ...counted, averageReduction: 37.5, dailyUsed: 0 });
    await send(member, 'PUT', { isCounted: false });
    await send(member, 'POST', result);
    expect(await read(member)).toMatchObject(counted);
  });

  it('are added to those of compressions', async () => {
    const { browser: member } = await signUp(gateway);
    await send(member, 'PUT', { isCounted: true });
    await compress(member, 0.5);
    const { totalSizeSaved } = await read(member);
    await send(member, 'POST', result);
    expect(await read(member)).toMatchObject({
      totalCompressions: 2,
      totalSizeSaved: totalSizeSaved + 750,
      dailyUsed: 1,
    });
  });

  it('are rejected for visitors and if a size is invalid', async () => {
    expect((await send(browser(gateway), 'POST', result)).status).toBe(401);
    expect((await send(browser(gateway), 'PUT', { isCounted: true })).status).toBe(401);
    const { browser: member } = await signUp(gateway);
    for (const resultBytes of [0, -1, 1.5, 1024 ** 3 + 1, '250']) {
      const response = await send(member, 'POST', { ...result, resultBytes });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'invalid_request', field: 'resultBytes' },
      ]);
    }
    expect((await send(member, 'PUT', { isCounted: 'yes' })).status).toBe(400);
  });
});

describe('GET /api/stats', () => {
  // Spec: 3.26, 7.32
  it('returns zeros for a new visitor', async () => {
    expect(await read(browser(gateway))).toMatchObject({
      compressionsToday: 0,
      sizeSavedToday: 0,
      totalCompressions: 0,
      totalSizeSaved: 0,
      averageReduction: 0,
      dailyLimit: 50,
      dailyUsed: 0,
    });
  });

  // Spec: 3.22, 3.23, 3.24, 3.25
  it('sums the saved bytes and counts a larger result as zero', async () => {
    const { browser: visit } = await signUp(gateway);
    await compress(visit, 0.25, 0.5, 1.5);
    const { length } = image;
    const saved = length - Math.round(length * 0.25) + (length - Math.round(length * 0.5));
    expect(await read(visit)).toMatchObject({
      compressionsToday: 3,
      totalCompressions: 3,
      dailyUsed: 3,
      sizeSavedToday: saved,
      totalSizeSaved: saved,
      // The average is not rounded, because the page rounds it and rounding twice can be off by one.
      averageReduction: expect.closeTo((100 * saved) / length / 3, 6),
    });
  });

  // Spec: 7.33
  it('includes the number of compressions on the current day', async () => {
    const { browser: visit } = await signUp(gateway);
    await compress(visit, 0.5);
    await gateway.servers.sql(`update compressions set created_at = created_at - interval '1 day'`);
    await compress(visit, 0.5);
    const { compressionsToday, totalCompressions, sizeSavedToday, totalSizeSaved } = await read(visit);
    expect([compressionsToday, totalCompressions]).toEqual([1, 2]);
    expect(totalSizeSaved).toBe(2 * sizeSavedToday);
  });

  it('returns the next midnight as the reset time and excludes the previous day', async () => {
    gateway.deps.clock = () => new Date('2026-03-07T23:59:00Z');
    const visit = browser(gateway);
    await visit('/api/stats');
    await compress(visit, 0.5);
    expect(await read(visit)).toMatchObject({ dailyUsed: 1, resetsAt: '2026-03-08T00:00:00.000Z' });
    gateway.deps.clock = () => new Date('2026-03-08T00:00:00Z');
    expect(await read(visit)).toMatchObject({ dailyUsed: 0, resetsAt: '2026-03-09T00:00:00.000Z' });
  });

  // Spec: 7.32
  it('returns separate totals for each owner, and 304 if nothing has changed', async () => {
    const { browser: visit } = await signUp(gateway);
    await compress(visit, 0.5);
    expect((await read(browser(gateway))).totalCompressions).toBe(0);
    const first = await visit('/api/stats');
    const again = await visit('/api/stats', {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});
