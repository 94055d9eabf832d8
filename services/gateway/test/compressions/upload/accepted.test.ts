import { compressDone } from '@gossamer/contracts/compressions';
import type { EngineReport } from '@gossamer/contracts/engine-report';
import { formatMaxPixels, inputMaxPixels, planLimits } from '@gossamer/contracts/limits';
import { photo } from '@gossamer/testkit/images';
import { moreFormats } from '@gossamer/testkit/more-formats';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  browser,
  compressed,
  form,
  isoFile,
  json,
  startGateway,
  startWorker,
  storedKeys,
  type TestGateway,
  type TestWorker,
  upload,
} from '../../gateway.ts';

let gateway: TestGateway;
let worker: TestWorker | undefined;
let image: Buffer;

beforeAll(async () => {
  image = await photo({ widthPx: 64, heightPx: 48 });
  gateway = await startGateway();
  return () => gateway.close();
});

afterEach(async () => {
  await worker?.close();
  worker = undefined;
});

const someReport: EngineReport = {
  effort: 'thorough',
  kind: 'photo',
  encoding: 'webp lossy',
  encoderQuality: 82,
  targetScore: 80,
  score: 80.2,
  worstTileScore: 77.9,
  probes: 3,
  metadataRemoved: ['exif', 'gps'],
  metadataKept: [],
  wideGamut: 'dropped',
  hdr: 'none',
  stepsMs: { decode: 12.5 },
};

describe('POST /api/compress', () => {
  // Spec: 3.14, 7.21, 7.28
  it('returns 200 with the result if the job finishes within the wait time', async () => {
    worker = startWorker(gateway);
    const response = await upload(browser(gateway), image);
    expect(response.status).toBe(200);
    const body = compressDone.parse(await response.json());
    expect(body.compressedSize).toBe(Math.ceil(image.length / 2));
    expect(body.compressionRatio).toBeCloseTo(50, 0);
    expect(body.downloadUrl).toBe(`/compressed/${body.compressionId}/compressed_photo.webp`);
    expect(body.compression.originalSize).toBe(image.length);
  });

  // Spec: 9.27
  it.each([
    ['heic', 'mif1'],
    ['mif1', 'heic'],
    ['msf1', 'hevc'],
    ['heis', 'mif1'],
    ['heim', 'mif1'],
    ['mif2', 'heic'],
    ['miaf', 'heic'],
    ['hevx', 'msf1'],
  ])('accepts HEIC files with the brands %s and %s', async (brand, compatible) => {
    worker = startWorker(gateway);
    const body = await json(upload(browser(gateway), isoFile(brand, compatible), { filename: 'IMG_1.HEIC' }));
    expect(body).toMatchObject({ success: true, compression: { originalFormat: 'heic' } });
    expect(body.downloadUrl).toMatch(/compressed_IMG_1\.webp$/);
    const [row] = await gateway.servers.sql(
      'select max_pixels from compressions order by created_at desc limit 1',
    );
    expect(row).toEqual({ max_pixels: formatMaxPixels.heic });
  });

  it.each([
    ['avif', inputMaxPixels.avif],
    ['gif', planLimits.free.maxPixels],
    ['tiff', planLimits.free.maxPixels],
    ['bmp', inputMaxPixels.bmp],
  ] as const)('detects %s files by content and limits them to %i pixels', async (format, maxPixels) => {
    worker = startWorker(gateway);
    const file = (await moreFormats({ widthPx: 64, heightPx: 48 }))[format];
    const body = await json(upload(browser(gateway), file, { filename: 'photo.jpg' }));
    expect(body).toMatchObject({ success: true, compression: { originalFormat: format } });
    const [row] = await gateway.servers.sql(
      'select max_pixels from compressions order by created_at desc limit 1',
    );
    expect(row).toEqual({ max_pixels: maxPixels });
  });

  it('returns the engine’s report', async () => {
    worker = startWorker(gateway, async (job) => ({
      ...(await compressed(gateway, job, Buffer.from('result'))),
      engineReport: someReport,
    }));
    const visitor = browser(gateway);
    const { compressionId, compression } = await json(upload(visitor, image));
    expect(compression.report).toEqual(someReport);
    expect(await json(visitor(`/api/compression/${compressionId}`))).toMatchObject({ report: someReport });
    expect(await json(visitor('/api/compressions'))).toMatchObject([{ report: someReport }]);
  });

  // Spec: 3.15, 3.16, 3.17, 3.18, 7.22, 7.23
  it('returns 202 with an id if the job takes longer than the wait time, and the status can be polled by id', async () => {
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    worker = startWorker(gateway, async (job) => {
      await held;
      return compressed(gateway, job, Buffer.from('result'));
    });
    const visitor = browser(gateway);
    const response = await upload(visitor, image);
    expect(response.status).toBe(202);
    const { compressionId, ...rest } = await json(response);
    expect(rest).toEqual({ message: expect.any(String) });
    const status = () => json(visitor(`/api/compression/${compressionId}`));
    expect(await status()).toMatchObject({ status: 'processing' });
    finish();
    const done = await waitFor('the end', async () => {
      const body = await status();
      return body.status === 'completed' && body;
    });
    expect(done).toMatchObject({ compressedSize: 6, compressionRatio: expect.any(Number) });
  });

  // Spec: 3.19
  it('returns and stores the status and error code of a job that fails within the wait time', async () => {
    worker = startWorker(gateway, async ({ compressionId, attempt, requestId }) => ({
      type: 'image.failed',
      compressionId,
      attempt,
      requestId,
      code: 'corrupt_image',
    }));
    const visitor = browser(gateway);
    const response = await upload(visitor, image);
    expect(response.status).toBe(422);
    const { compressionId, ...answer } = await json(response);
    expect(answer).toMatchObject({ success: false, code: 'corrupt_image' });
    const record = { id: compressionId, status: 'failed', code: 'corrupt_image' };
    expect(await json(visitor(`/api/compression/${compressionId}`))).toMatchObject(record);
    expect(await json(visitor('/api/compressions'))).toMatchObject([record]);
  });

  it.each([
    ['JPEG', () => image, 100],
    ['HEIC', () => isoFile('heic', 'mif1'), 64],
  ])('returns the megapixel limit if a %s exceeds it', async (_, image, maxMegapixels) => {
    worker = startWorker(gateway, async ({ compressionId, attempt, requestId }) => ({
      type: 'image.failed',
      compressionId,
      attempt,
      requestId,
      code: 'too_many_pixels',
    }));
    const visitor = browser(gateway);
    const { compressionId, ...answer } = await json(upload(visitor, image()));
    const message = `The image has more than ${maxMegapixels} megapixels. Send a smaller one.`;
    const failure = { code: 'too_many_pixels', message, details: { maxMegapixels } };
    expect(answer).toMatchObject(failure);
    expect(await json(visitor(`/api/compression/${compressionId}`))).toMatchObject(failure);
    expect(await json(visitor('/api/compressions'))).toMatchObject([failure]);
  });

  it('returns the ratio of the size of a rejected result to the size of the original', async () => {
    const details = { format: 'PNG', times: 13 };
    worker = startWorker(gateway, async ({ compressionId, attempt, requestId }) => ({
      type: 'image.failed',
      compressionId,
      attempt,
      requestId,
      code: 'result_too_large',
      details,
    }));
    const visitor = browser(gateway);
    const response = await upload(visitor, image);
    const { compressionId, ...answer } = await json(response);
    const message = 'The PNG would be 13 times as large as the file. Use "auto", "webp", or a smaller size.';
    const failure = { code: 'result_too_large', message, details };
    expect([response.status, answer]).toMatchObject([422, failure]);
    expect(await json(visitor(`/api/compression/${compressionId}`))).toMatchObject(failure);
  });

  // Spec: 7.20
  it('passes the request id and the settings to the job, whether they are sent before or after the file', async () => {
    worker = startWorker(gateway);
    const body = form([
      ['quality', '40'],
      ['image', image],
      ['format', 'png'],
      ['resizeWidth', '30'],
      ['maintainAspect', 'false'],
      ['filter', 'sepia'],
    ]);
    const headers = { 'x-request-id': 'trace-0123456789' };
    expect((await browser(gateway)('/api/compress', { method: 'POST', body, headers })).status).toBe(200);
    expect(worker.jobs[0]).toMatchObject({
      requestId: 'trace-0123456789',
      originalFormat: 'jpeg',
      originalSizeBytes: image.length,
      settings: {
        quality: 40,
        format: 'png',
        resize: { widthPx: 30, maintainAspect: false },
        filter: 'sepia',
      },
    });
  });

  it('stores the size and the SHA-256 of the upload', async () => {
    worker = startWorker(gateway);
    const { compressionId } = await json(upload(browser(gateway), image));
    const [row] = await gateway.servers.sql('select * from compressions where id = $1', [compressionId]);
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(image));
    expect(row).toMatchObject({
      original_size_bytes: image.length,
      original_sha256: Buffer.from(digest).toString('hex'),
    });
  });

  // Spec: 3.13
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\photos\\cat.jpg', 'cat.jpg'],
    ['naïve 写真 \u202Egpj.exe', 'naïve 写真 gpj.exe'],
    ['"quoted";x=y.png', '_quoted_;x=y.png'],
  ])('stores the file name %j as %j', async (filename, kept) => {
    worker = startWorker(gateway);
    const body = await json(upload(browser(gateway), image, { filename }));
    expect(body.compression.originalFilename).toBe(kept);
  });

  it('stores concurrent uploads with the same idempotency key only once', async () => {
    worker = startWorker(gateway);
    const visitor = browser(gateway);
    await visitor('/api/compressions');
    const before = await storedKeys(gateway);
    const headers = { 'idempotency-key': 'one-upload-0001' };
    const answers = await Promise.all([1, 2, 3].map(() => upload(visitor, image, { headers })));
    answers.push(await upload(visitor, image, { headers }));
    const ids = await Promise.all(answers.map(async (answer) => (await json(answer)).compressionId));
    expect(new Set(ids).size).toBe(1);
    expect(worker.jobs).toHaveLength(1);
    const added = (await storedKeys(gateway)).filter((key) => !before.includes(key));
    expect(added.filter((key) => key.startsWith('originals/'))).toEqual([`originals/${ids[0]}`]);

    const other = await json(upload(browser(gateway), image, { headers }));
    expect(other.compressionId).not.toBe(ids[0]);
  });

  it('assigns concurrent uploads to one visitor if they send the cookie set by the page', async () => {
    worker = startWorker(gateway);
    const visitor = browser(gateway);
    await visitor('/api/compressions');
    await Promise.all([1, 2, 3].map(() => upload(visitor, image)));
    expect(await (await visitor('/api/compressions')).json()).toHaveLength(3);
  });
});
