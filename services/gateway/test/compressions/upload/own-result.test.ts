import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineReport } from '@gossamer/contracts/engine-report';
import type { CompressJob } from '@gossamer/contracts/jobs';
import { photo } from '@gossamer/testkit/images';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expire } from '../../../src/maintenance/expire.ts';
import { sweep } from '../../../src/maintenance/sweep.ts';
import { rightPassword, roomy, signUp } from '../../accounts/people.ts';
import { type Program, program, submitBytes } from '../../api/v1/program.ts';
import {
  type Browser,
  browser,
  compressed,
  forgetAll,
  json,
  startGateway,
  startWorker,
  storedKeys,
  type TestGateway,
  type TestWorker,
  upload,
} from '../../gateway.ts';

let gateway: TestGateway;
let worker: TestWorker;
let result: Buffer;
let jobs: CompressJob[];
let earlierEffort: EngineReport['effort'];
let visitor: Browser;

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Returns the same result for every job, in the requested format: JPEG for `auto`. */
beforeAll(async () => {
  gateway = await startGateway(roomy);
  result = await photo({ widthPx: 32, heightPx: 24 });
  worker = startWorker(gateway, async (job) => {
    jobs.push(job);
    const format = job.settings.format === 'auto' ? 'jpeg' : job.settings.format;
    const report: EngineReport = {
      ...{
        effort: earlierEffort,
        kind: 'photo',
        encoding: 'jpeg 4:2:0',
        encoderQuality: 80,
        targetScore: 85,
      },
      ...{ score: 85.1, worstTileScore: 80.2, probes: 4, metadataRemoved: [], metadataKept: [] },
      ...{ wideGamut: 'none', hdr: 'none', stepsMs: {} },
    };
    return {
      ...(await compressed(gateway, job, result)),
      format,
      sha256: sha256Of(result),
      engineReport: report,
    };
  });
});

afterAll(async () => {
  await worker.close();
  await gateway.close();
});

beforeEach(async () => {
  await forgetAll(gateway);
  jobs = [];
  earlierEffort = 'thorough';
  visitor = browser(gateway);
});

/** Uploads another photo, whose result at quality 70 is `result`. */
async function makeResult(owner: Browser, fields: Record<string, string> = {}): Promise<string> {
  const original = await photo({ widthPx: 64, heightPx: 48 });
  const body = await json(upload(owner, original, { fields: { quality: '70', ...fields } }));
  expect(jobs).toHaveLength(1);
  return body.compressionId;
}

const send = (who: Browser, fields: Record<string, string> = { quality: '70' }) =>
  json(upload(who, result, { fields }));

describe("an owner's result that is uploaded again", () => {
  it.each([
    ['with the same settings', {}, { quality: '70' }],
    ['with a higher quality', {}, { quality: '95' }],
    ['in the format that the choice fell on', {}, { quality: '70', format: 'jpeg' }],
    ['in the format that was asked for', { format: 'png' }, { quality: '70', format: 'png' }],
  ])('is returned without compressing it again %s', async (_, earlier, fields) => {
    await makeResult(visitor, earlier);
    const body = await send(visitor, fields);
    expect(jobs).toHaveLength(1);
    expect(body).toMatchObject({
      success: true,
      compressedSize: result.length,
      compressionRatio: 0,
      compression: { alreadyOptimal: true, width: 4, height: 3 },
    });
    const download = await visitor(body.downloadUrl);
    expect(Buffer.from(await download.arrayBuffer()).equals(result)).toBe(true);
    expect((await visitor(`/api/preview/${body.compressionId}`)).headers.get('content-type')).toBe(
      'image/webp',
    );
  });

  it.each([
    ['with a lower quality', {}, { quality: '50' }],
    ['in another format', {}, { quality: '70', format: 'png' }],
    ['with a resize', {}, { quality: '70', resizeWidth: '10' }],
    ['with a filter', {}, { quality: '70', filter: 'sepia' }],
    ['where a choice of formats follows a named one', { format: 'jpeg' }, { quality: '70' }],
    ['where it was resized before', { resizeWidth: '10' }, { quality: '70' }],
    ['where it was filtered before', { filter: 'sepia' }, { quality: '70' }],
  ])('is compressed %s', async (_, earlier, fields) => {
    await makeResult(visitor, earlier);
    await send(visitor, fields);
    expect(jobs).toHaveLength(2);
  });

  it('is compressed again if the engine chose its settings without a search', async () => {
    earlierEffort = 'fast';
    await makeResult(visitor);
    await send(visitor);
    expect(jobs).toHaveLength(2);
  });

  it.each([
    ['has expired', "update compressions set result_expires_at = now() - interval '1 second'"],
    ['has been deleted', 'update compressions set result_key = null'],
  ])('is compressed again if the earlier result %s', async (_, end) => {
    await makeResult(visitor);
    await gateway.servers.sql(end);
    await send(visitor);
    expect(jobs).toHaveLength(2);
  });

  it('is free fifty times a day and then counts against the quota', async () => {
    const { browser: member } = await signUp(gateway);
    await makeResult(member);
    const used = async () => ((await (await member('/api/stats')).json()) as { dailyUsed: number }).dailyUsed;
    for (let round = 0; round < 5; round++)
      await Promise.all(
        Array.from({ length: 10 }, () => upload(member, result, { fields: { quality: '70' } })),
      );
    expect([await used(), jobs.length]).toEqual([1, 1]);
    await send(member);
    await send(member);
    expect([await used(), jobs.length]).toEqual([3, 1]);
  });

  it('does not live longer by being uploaded again', async () => {
    const id = await makeResult(visitor);
    await send(visitor);
    expect(jobs).toHaveLength(1);
    await gateway.servers.sql('update compressions set result_key = null where id = $1', [id]);
    await send(visitor);
    expect(jobs).toHaveLength(2);
  });

  it('reuses the earlier objects and adds none to storage', async () => {
    await makeResult(visitor);
    const before = await storedKeys(gateway);
    const again = await send(visitor);
    expect(await storedKeys(gateway)).toEqual(before);
    const original = await visitor(`/api/original/${again.compressionId}`);
    expect(Buffer.from(await original.arrayBuffer()).equals(result)).toBe(true);
  });

  const remove = (id: string) => visitor(`/api/compression/${id}`, { method: 'DELETE' });
  const statusesOf = async (id: string) =>
    (await Promise.all(['download', 'preview'].map((kind) => visitor(`/api/${kind}/${id}`)))).map(
      ({ status }) => status,
    );

  it.each([
    ['first', 0],
    ['second', 1],
  ])('is kept for the other row when the %s is deleted, and deleted with the last', async (_, deleted) => {
    const ids = [await makeResult(visitor), (await send(visitor)).compressionId];
    const [gone = '', left = ''] = deleted === 0 ? ids : ids.reverse();
    expect((await remove(gone)).status).toBe(204);
    expect([await statusesOf(gone), await statusesOf(left)]).toEqual([
      [410, 410],
      [200, 200],
    ]);
    expect((await remove(left)).status).toBe(204);
    expect(await storedKeys(gateway)).toEqual([]);
  });

  it.each([
    ['first', 0],
    ['second', 1],
  ])('is kept for the other row when the %s expires, and deleted with the last', async (_, due) => {
    const ids = [await makeResult(visitor), (await send(visitor)).compressionId];
    const [gone = '', left = ''] = due === 0 ? ids : ids.reverse();
    const expireOf = async (id: string) => {
      await gateway.servers.sql(
        `update compressions set result_expires_at = now() - interval '1 second',
          original_expires_at = now() - interval '1 second' where id = $1`,
        [id],
      );
      await expire(gateway.deps);
    };
    await expireOf(gone);
    expect([await statusesOf(gone), await statusesOf(left)]).toEqual([
      [410, 410],
      [200, 200],
    ]);
    await expireOf(left);
    expect(await storedKeys(gateway)).toEqual([]);
  });

  it('is kept as a result after it expires as the second row’s original', async () => {
    const first = await makeResult(visitor);
    const { compressionId: second } = await send(visitor);
    await gateway.servers.sql("update compressions set original_expires_at = now() - interval '1 second'");
    await expire(gateway.deps);
    expect((await visitor(`/api/original/${second}`)).status).toBe(410);
    expect([await statusesOf(first), await statusesOf(second)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
  });

  it('is not swept while a row refers to it', async () => {
    const first = await makeResult(visitor);
    await send(visitor);
    await gateway.servers.sql('delete from compressions where id = $1', [first]);
    await sleep(20);
    await sweep(gateway.deps, 0);
    expect((await storedKeys(gateway)).filter((key) => key.startsWith('results/'))).toHaveLength(2);
    await gateway.servers.sql('delete from compressions');
    await sweep(gateway.deps, 0);
    expect(await storedKeys(gateway)).toEqual([]);
  });

  it('is reused completely or compressed again if the first is deleted at the same moment', async () => {
    // Each round counts at most two of the fifty compressions a day.
    for (let round = 0; round < 25; round++) {
      jobs = [];
      const first = await makeResult(visitor);
      const [again] = await Promise.all([send(visitor), remove(first)]);
      expect(await statusesOf(again.compressionId)).toEqual([200, 200]);
      await remove(again.compressionId);
      expect(await storedKeys(gateway)).toEqual([]);
    }
  });

  it('is deleted with the account', async () => {
    const { browser: member } = await signUp(gateway);
    await makeResult(member);
    await send(member);
    const body = JSON.stringify({ currentPassword: rightPassword });
    const headers = { 'content-type': 'application/json' };
    expect((await member('/api/auth/user', { method: 'DELETE', headers, body })).status).toBe(204);
    expect(await storedKeys(gateway)).toEqual([]);
  });

  it('still belongs to the owner after the visitor signs up', async () => {
    await makeResult(visitor);
    await signUp(gateway, {}, visitor);
    await send(visitor);
    expect(jobs).toHaveLength(1);
  });

  it('serves as its own preview if the earlier preview is gone', async () => {
    await makeResult(visitor);
    await gateway.deps.storage.delete((await storedKeys(gateway)).filter((key) => key.endsWith('-preview')));
    const { compressionId } = await send(visitor);
    expect(jobs).toHaveLength(1);
    const preview = await visitor(`/api/preview/${compressionId}`);
    expect(preview.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await preview.arrayBuffer()).equals(result)).toBe(true);
  });
});

/** Returns the names and types of a response, without its values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}

/** Returns everything that could distinguish one response from another, and how many jobs it took. */
async function traitsOf(pending: Promise<Response>) {
  const before = jobs.length;
  const response = await pending;
  const headers = [...response.headers]
    .filter(([name]) => !['date', 'content-length', 'set-cookie', 'etag', 'x-request-id'].includes(name))
    .map(([name, value]) => [name, /^(x-)?ratelimit/.test(name) ? value.replace(/t=\d+/, '') : name]);
  const body = shapeOf(await response.json());
  return { status: response.status, headers, body, jobs: jobs.length - before };
}

describe("another owner's result", () => {
  const never = () => photo({ widthPx: 33, heightPx: 25 });

  it('is compressed for a visitor like any file, with the same response', async () => {
    await makeResult(visitor);
    const known = await traitsOf(upload(browser(gateway), result, { fields: { quality: '70' } }));
    const unknown = await traitsOf(upload(browser(gateway), await never(), { fields: { quality: '70' } }));
    expect(known).toEqual(unknown);
    expect(known).toMatchObject({ status: 200, jobs: 1 });
  });

  it('is compressed for another member and for its owner after logging out', async () => {
    const { browser: member } = await signUp(gateway);
    await makeResult(member);
    await send((await signUp(gateway)).browser);
    await member('/api/auth/logout');
    await send(member);
    expect(jobs).toHaveLength(3);
  });
});

describe('API clients', () => {
  const post = ({ token }: Program, path: string, body: Uint8Array) =>
    fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`api:${token}`).toString('base64')}` },
      body: new Uint8Array(body),
    });

  it.each([
    ['/api/v1/compressions', (who: Program, bytes: Buffer) => submitBytes(who, bytes, '?quality=85&wait=10')],
    [
      '/api/v1/estimates',
      (who: Program, bytes: Buffer) =>
        who.send('/estimates?quality=85', {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream' },
          body: new Uint8Array(bytes),
        }),
    ],
    ['/shrink', (who: Program, bytes: Buffer) => post(who, '/shrink', bytes)],
  ])("get no other account's result from %s", async (_, act) => {
    const [owner, other, third] = [await program(gateway), await program(gateway), await program(gateway)];
    await submitBytes(owner, await photo({ widthPx: 64, heightPx: 48 }), '?quality=85&format=jpeg&wait=10');
    const known = await traitsOf(act(other, result));
    const unknown = await traitsOf(act(third, await photo({ widthPx: 33, heightPx: 25 })));
    expect(known).toEqual(unknown);
    expect(known.jobs).toBe(1);
  });

  it('get their own result back from /shrink, uncounted', async () => {
    const owner = await program(gateway);
    await post(owner, '/shrink', await photo({ widthPx: 64, heightPx: 48 }));
    const again = await post(owner, '/shrink', result);
    expect([again.status, again.headers.get('compression-count'), jobs.length]).toEqual([201, '1', 1]);
  });

  it('get the earlier objects for the same bytes, with a new id and expiry for each job', async () => {
    const owner = await program(gateway);
    const original = await photo({ widthPx: 64, heightPx: 48 });
    const first = (await (await submitBytes(owner, original, '?wait=10')).json()) as { id: string };
    const before = await storedKeys(gateway);
    const again = await submitBytes(owner, original, '?wait=10');
    const second = (await again.json()) as { id: string; isReused: boolean; result: { url: string } };
    expect([again.status, second.isReused, second.id === first.id]).toEqual([200, true, false]);
    expect(await storedKeys(gateway)).toEqual(before);
    await owner.send(`/compressions/${first.id}`, { method: 'DELETE' });
    const download = await fetch(
      new URL(new URL(second.result.url).pathname + new URL(second.result.url).search, gateway.url),
    );
    expect(Buffer.from(await download.arrayBuffer()).equals(result)).toBe(true);
    await owner.send(`/compressions/${second.id}`, { method: 'DELETE' });
    expect(await storedKeys(gateway)).toEqual([]);
  });

  it('get the resent original stored if the earlier one has expired', async () => {
    const owner = await program(gateway);
    const original = await photo({ widthPx: 64, heightPx: 48 });
    await submitBytes(owner, original, '?wait=10');
    await gateway.servers.sql("update compressions set original_expires_at = now() - interval '1 second'");
    await expire(gateway.deps);
    const second = (await (await submitBytes(owner, original, '?wait=10')).json()) as { id: string };
    expect(jobs).toHaveLength(1);
    expect(await storedKeys(gateway)).toContain(`originals/${second.id}`);
  });

  it('get the same bytes compressed again, uncounted, if the earlier job used fast effort', async () => {
    const owner = await program(gateway);
    const original = await photo({ widthPx: 64, heightPx: 48 });
    const month = async () =>
      ((await (await owner.send('/usage')).json()) as { month: { compressions: number } }).month;
    earlierEffort = 'fast';
    await submitBytes(owner, original, '?wait=10');
    const before = await month();
    earlierEffort = 'thorough';
    const again = await submitBytes(owner, original, '?wait=10');
    expect([again.status, jobs.length, await month()]).toEqual([201, 2, before]);
    expect((await submitBytes(owner, original, '?wait=10')).status).toBe(200);
    expect(jobs).toHaveLength(2);
  });
});
