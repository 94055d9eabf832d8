import { freeTries } from '@gossamer/contracts/limits';
import { defaultSettings } from '@gossamer/contracts/settings';
import { stats } from '@gossamer/contracts/stats';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expire } from '../../../src/maintenance/expire.ts';
import { sweep } from '../../../src/maintenance/sweep.ts';
import { signUp } from '../../accounts/people.ts';
import {
  type Browser,
  browser,
  clearAll,
  json,
  rowOf,
  startGateway,
  startWorker,
  storedKeys,
  type TestGateway,
  type TestWorker,
  upload,
} from '../../gateway.ts';
import { expectRefusal } from './refusal.ts';

let gateway: TestGateway;
let worker: TestWorker;
let image: Buffer;
let visitor: Browser;

beforeAll(async () => {
  gateway = await startGateway({ GATEWAY_FREE_DAILY_COMPRESSIONS: '3' });
  worker = startWorker(gateway);
  image = await photo({ widthPx: 64, heightPx: 48 });
  return async () => {
    await worker.close();
    await gateway.close();
  };
});

beforeEach(async () => {
  await clearAll(gateway);
  worker.jobs.length = 0;
  visitor = browser(gateway);
});

const settings = { ...defaultSettings, quality: 40, format: 'jpeg' as const };

const again = (by: Browser, id: string, body: object = { settings }, headers: Record<string, string> = {}) =>
  by(`/api/compression/${id}/again`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const idOf = async (response: Promise<Response>) => String((await json(response)).compressionId);

describe('the original of a compression', () => {
  it('can be compressed again with other settings, without another upload', async () => {
    const first = await idOf(upload(visitor, image));
    const response = await again(visitor, first);
    expect(response.status).toBe(200);
    const body = await json(response);
    expect(body).toMatchObject({
      success: true,
      compression: { originalSize: image.length, againOf: first },
    });
    expect(body.compressionId).not.toBe(first);
    expect(worker.jobs.map((job) => job.settings)).toMatchObject([{ quality: 85 }, settings]);
    const original = await visitor(`/api/original/${String(body.compressionId)}`);
    expect(Buffer.from(await original.arrayBuffer()).equals(image)).toBe(true);
    // Compressing the copy again counts as another try of the first upload.
    const third = await json(again(visitor, String(body.compressionId)));
    expect(third).toMatchObject({ compression: { againOf: first } });
  });

  it(`can be compressed again ${freeTries} times per upload without counting against the quota`, async () => {
    const first = await idOf(upload(visitor, image));
    for (let n = 0; n < freeTries; n += 1) {
      const response = await again(visitor, first);
      expect([response.status, response.headers.get('ratelimit')]).toEqual([200, null]);
    }
    for (const used of [2, 3]) {
      const response = await again(visitor, first);
      expect([response.status, response.headers.get('ratelimit')]).toEqual([
        200,
        expect.stringContaining(`r=${3 - used}`),
      ]);
    }
    await expectRefusal(await again(visitor, first), 429, 'daily_limit_reached');
  });

  it('has no additional free tries if requests are concurrent', async () => {
    const first = await idOf(upload(visitor, image));
    const statuses = await Promise.all(
      Array.from({ length: freeTries + 4 }, async () => (await again(visitor, first)).status),
    );
    // The daily limit of three covers the upload and two of the four tries beyond the free ones.
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it('is counted only once in statistics even if it is compressed again', async () => {
    const first = await idOf(upload(visitor, image));
    const before = stats.parse(await json(visitor('/api/stats')));
    await again(visitor, first);
    const after = stats.parse(await json(visitor('/api/stats')));
    expect(after).toEqual(before);
    expect(after).toMatchObject({ totalCompressions: 1, dailyUsed: 1 });
  });

  it('is deleted at the same time as its copies', async () => {
    const first = await idOf(upload(visitor, image));
    const copy = await idOf(again(visitor, first));
    const expiry = async (id: string) => (await rowOf(gateway, id)).original_expires_at;
    expect(await expiry(copy)).toEqual(await expiry(first));
    await gateway.servers.sql("update compressions set original_expires_at = now() - interval '1 second'");
    await expire(gateway.deps);
    await sweep(gateway.deps, 0);
    expect((await storedKeys(gateway)).filter((key) => key.startsWith('originals/'))).toEqual([]);
    expect((await visitor(`/compressed/${copy}/x.jpg`)).status).toBe(200);
  });

  it('can be compressed again from its copy after the first compression is deleted', async () => {
    const first = await idOf(upload(visitor, image));
    const copy = await idOf(again(visitor, first));
    expect((await visitor(`/api/compression/${first}`, { method: 'DELETE' })).status).toBe(204);
    expect((await again(visitor, copy)).status).toBe(200);
    await expectRefusal(await again(visitor, first), 410, 'original_expired');
  });

  it('is compressed only once per idempotency key', async () => {
    const first = await idOf(upload(visitor, image));
    const headers = { 'idempotency-key': 'again-0001' };
    const ids = [await idOf(again(visitor, first, { settings }, headers))];
    ids.push(await idOf(again(visitor, first, { settings }, headers)));
    expect(ids[0]).toBe(ids[1]);
    expect(worker.jobs).toHaveLength(2);
  });
});

describe('compressing an original again is rejected', () => {
  it('for other owners’ compressions, and for unknown ids', async () => {
    const first = await idOf(upload(visitor, image));
    const member = await signUp(gateway);
    for (const [by, id] of [
      [browser(gateway), first],
      [member.browser, first],
      [visitor, 'unknown'],
    ] as const) {
      const response = await again(by, id);
      expect([response.status, (await json(response)).code]).toEqual([404, 'compression_not_found']);
    }
    expect(await gateway.servers.sql('select id from compressions')).toHaveLength(1);
  });

  it('once the original has been deleted or is about to be deleted', async () => {
    const first = await idOf(upload(visitor, image));
    await gateway.servers.sql("update compressions set original_expires_at = now() + interval '30 seconds'");
    await expectRefusal(await again(visitor, first), 410, 'original_expired');
    await gateway.servers.sql("update compressions set original_expires_at = now() + interval '30 minutes'");
    await gateway.deps.storage.delete([`originals/${first}`]);
    await expectRefusal(await again(visitor, first), 410, 'original_expired');
  });

  it.each([
    [{}],
    [{ settings: { ...settings, quality: 101 } }],
    [{ settings: { ...settings, resize: { widthPx: 0, maintainAspect: true } } }],
    [{ settings: { ...settings, minBytes: 500, maxBytes: 400 } }],
  ])('for the body %j', async (body) => {
    const first = await idOf(upload(visitor, image));
    await expectRefusal(await again(visitor, first, body), 400, 'invalid_request', 'settings');
    expect(worker.jobs).toHaveLength(1);
  });
});
