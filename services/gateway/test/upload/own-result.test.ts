import { createHash } from 'node:crypto';
import { photo } from '@gossamer/testkit/pictures';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
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
} from '../gateway.ts';

let gateway: TestGateway;
let worker: TestWorker;
let result: Buffer;
let jobs: string[];

beforeAll(async () => {
  gateway = await startGateway();
  result = await photo({ widthPx: 32, heightPx: 24 });
  worker = startWorker(gateway, async (job) => {
    jobs.push(job.compressionId);
    const sha256 = createHash('sha256').update(result).digest('hex');
    return { ...(await compressed(gateway, job, result)), format: 'jpeg', sha256 };
  });
});

afterAll(async () => {
  await worker.close();
  await gateway.close();
});

beforeEach(async () => {
  await forgetAll(gateway);
  jobs = [];
});

/** Somebody has `result` from us, made with quality 70. */
async function makeResult(): Promise<void> {
  await upload(browser(gateway), await photo({ widthPx: 64, heightPx: 48 }), { fields: { quality: '70' } });
  expect(jobs).toHaveLength(1);
}

describe('one of our own results, sent again', () => {
  it.each([
    ['with the same quality', { quality: '70' }],
    ['with a higher one', { quality: '95', format: 'jpeg' }],
  ])('%s is answered with itself, without work', async (_, fields) => {
    await makeResult();
    const visitor = browser(gateway);
    const body = await json(upload(visitor, result, { fields }));
    expect(jobs).toHaveLength(1);
    expect(body).toMatchObject({
      success: true,
      compressedSize: result.length,
      compressionRatio: 0,
      compression: { alreadyOptimal: true, format: 'jpeg', width: 4, height: 3 },
    });
    const download = await visitor(body.downloadUrl);
    expect(Buffer.from(await download.arrayBuffer()).equals(result)).toBe(true);
    expect((await visitor(`/api/preview/${body.compressionId}`)).headers.get('content-type')).toBe(
      'image/webp',
    );
  });

  it.each([
    ['a lower quality', { quality: '50' }],
    ['another format', { quality: '70', format: 'png' }],
    ['a resize', { quality: '70', resizeWidth: '10' }],
    ['a filter', { quality: '70', filter: 'sepia' }],
  ])('with %s is compressed', async (_, fields) => {
    await makeResult();
    await upload(browser(gateway), result, { fields });
    expect(jobs).toHaveLength(2);
  });

  it('is its own preview where the earlier one is gone', async () => {
    await makeResult();
    await gateway.deps.storage.delete((await storedKeys(gateway)).filter((key) => key.endsWith('-preview')));
    const visitor = browser(gateway);
    const { compressionId } = await json(upload(visitor, result, { fields: { quality: '70' } }));
    expect(jobs).toHaveLength(1);
    const preview = await visitor(`/api/preview/${compressionId}`);
    expect(preview.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await preview.arrayBuffer()).equals(result)).toBe(true);
  });
});
