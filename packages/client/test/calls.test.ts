import { apiCompression } from '@gossamer/contracts/api';
import { graphic, photo, truncated } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type CompletedCompression, CompressionFailedError, Gossamer, GossamerError } from '../src/index.ts';
import { file as answerFile, startFlakyServer } from './flaky-server.ts';
import { uniqueCopies } from './unique-copies.ts';

const { url: baseUrl, members } = inject('product');
const gossamer = new Gossamer({ apiKey: members.calls.apiKey, baseUrl });

let image: Buffer;
const another = uniqueCopies('calls', () => image);

beforeAll(async () => {
  image = await photo({ widthPx: 320, heightPx: 240 });
});

async function errorOf(promise: Promise<unknown>): Promise<GossamerError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(GossamerError);
  return error as GossamerError;
}

const startOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 12)).toString('latin1');

describe('compress', () => {
  it('returns the completed job, and `download` returns its file', async () => {
    const job = await gossamer.compress(another(), { quality: 60, format: 'webp', resizeWidth: 160 });
    expect(apiCompression.parse(job)).toMatchObject({
      status: 'completed',
      options: { quality: 60, format: 'webp', resizeWidth: 160, resizeHeight: null },
      result: { format: 'webp', widthPx: 160, heightPx: 120 },
      isReused: false,
    });
    const bytes = await gossamer.download(job.id);
    expect([startOf(bytes).slice(8), bytes.length]).toEqual(['WEBP', job.result.sizeBytes]);
  });

  it('accepts bytes, buffers, blobs, files, streams and URLs', async () => {
    const web = another();
    const server = await startFlakyServer([answerFile(web)]);
    const file = new File([another()], 'Größe 図.jpg', { type: 'text/plain' });
    const slice = another().buffer.slice(0) as ArrayBuffer;
    expect((await gossamer.compress(new Uint8Array(another()))).filename).toBe('image.jpg');
    expect((await gossamer.compress(new Blob([another()]))).original.format).toBe('jpeg');
    expect((await gossamer.compress(new Blob([another()]).stream())).status).toBe('completed');
    expect((await gossamer.compress(file)).filename).toBe('Größe 図.jpg');
    expect((await gossamer.compress(file, { filename: 'own.jpg', quality: 50 })).filename).toBe('own.jpg');
    expect((await errorOf(gossamer.compress(slice.slice(0, 0)))).code).toBe('empty_file');
    const fetched = await gossamer.compress({ url: new URL(`${server.url}/far.jpg`) });
    expect([fetched.filename, fetched.original.sizeBytes]).toEqual(['far.jpg', web.length]);
    await server.close();
  });

  it('sends every option and returns the metadata', async () => {
    const metadata = { order: '7041', name: 'Ünïcode "quoted"\n' };
    const job = await gossamer.compress(another(), {
      quality: 40,
      format: 'jpeg',
      filter: 'sepia',
      filename: 'a.jpg',
      metadata,
      resizeWidth: 30,
      resizeHeight: 90,
      maintainAspect: false,
      maxBytes: 90_000,
      minBytes: 200,
      onUnreachable: 'shrink',
    });
    expect(job).toMatchObject({
      options: {
        quality: 40,
        format: 'jpeg',
        filter: 'sepia',
        resizeWidth: 30,
        resizeHeight: 90,
        maintainAspect: false,
        maxBytes: 90_000,
        minBytes: 200,
        onUnreachable: 'shrink',
      },
      metadata,
      filename: 'a.jpg',
      result: { widthPx: 30, heightPx: 90 },
    });
  });

  it('throws an error with the job if an image cannot be compressed', async () => {
    const error = await errorOf(
      gossamer.compress(truncated(await photo({ widthPx: 300, heightPx: 200 }), 0.3)),
    );
    expect(error).toBeInstanceOf(CompressionFailedError);
    const { code, compression } = error as CompressionFailedError;
    expect([code, compression.status, compression.error?.code]).toEqual([
      'corrupt_image',
      'failed',
      'corrupt_image',
    ]);
  });

  it('throws errors with status, code, field and details', async () => {
    expect(await errorOf(gossamer.compress(another(), { quality: 5 }))).toMatchObject({
      name: 'GossamerError',
      status: 400,
      code: 'invalid_quality',
      field: 'quality',
      details: { min: 10, max: 100 },
      requestId: expect.any(String),
    });
    expect(await errorOf(gossamer.compress(Buffer.from('no image')))).toMatchObject({
      status: 415,
      code: 'unsupported_format',
    });
    const typo = { qualty: 5 } as object;
    expect(await errorOf(gossamer.compress(another(), typo))).toMatchObject({ code: 'unknown_field' });
  });

  it('is rejected without Pro or with an invalid key', async () => {
    const free = new Gossamer({ apiKey: members.free.apiKey, baseUrl });
    expect(await errorOf(free.compress(another()))).toMatchObject({ status: 403, code: 'pro_required' });
    const unauthorized = new Gossamer({ apiKey: `gsm_${'0'.repeat(40)}`, baseUrl });
    expect(await errorOf(unauthorized.compress(another()))).toMatchObject({
      status: 401,
      code: 'invalid_api_key',
    });
  });
});

describe('jobs', () => {
  it('can be submitted, awaited, retrieved, downloaded and deleted', async () => {
    const sent = await gossamer.submit(another());
    expect(['processing', 'completed']).toContain(sent.status);
    const done = await gossamer.wait(sent.id);
    expect(await gossamer.get(sent.id)).toMatchObject({ id: sent.id, status: 'completed' });
    const stream = await gossamer.downloadStream(sent.id);
    expect((await new Response(stream).arrayBuffer()).byteLength).toBe(done.result.sizeBytes);
    await gossamer.delete(sent.id);
    expect(await errorOf(gossamer.download(sent.id))).toMatchObject({ status: 410, code: 'result_expired' });
    expect(await errorOf(gossamer.get('0'.repeat(32)))).toMatchObject({ status: 404 });
  });

  it('are returned by `submit` as completed if `wait` is long enough', async () => {
    expect(await gossamer.submit(another(), { wait: 30 })).toMatchObject({ status: 'completed' });
  });

  it('are created only once per idempotency key', async () => {
    const [bytes, options] = [another(), { idempotencyKey: 'the-same-key' }];
    const [first, again] = [await gossamer.compress(bytes, options), await gossamer.compress(bytes, options)];
    expect(again.id).toBe(first.id);
    expect((await gossamer.compress(bytes)).id).not.toBe(first.id);
  });

  it('are listed across all pages', async () => {
    const own = new Gossamer({ apiKey: members.list.apiKey, baseUrl });
    const sent: CompletedCompression[] = [];
    for (let count = 0; count < 5; count++) sent.push(await own.compress(another()));
    const listed: string[] = [];
    for await (const { id } of own.list({ pageSize: 2, status: 'completed' })) listed.push(id);
    expect(listed).toEqual(sent.map(({ id }) => id).reverse());
    for await (const _ of own.list({ status: 'failed' })) throw new Error('Expected no failed compressions');
  });
});

describe('download', () => {
  it('fetches the result of a job object through its signed link, without the API key', async () => {
    const asked: { url: string; headers: Headers }[] = [];
    const spy = new Gossamer({
      apiKey: members.calls.apiKey,
      baseUrl,
      fetch: (url, init) => {
        asked.push({ url, headers: new Headers(init.headers) });
        return fetch(url, init);
      },
    });
    const job = await spy.compress(another());
    const bytes = await spy.download(job);
    expect(bytes).toEqual(await gossamer.download(job.id));
    expect(asked.at(-1)?.url).toBe(job.result.url);
    expect(asked.at(-1)?.headers.has('authorization')).toBe(false);
    const gone = { ...job, result: { ...job.result, url: `${baseUrl}/compressed/nowhere` } };
    expect(await spy.download(gone)).toEqual(bytes);
    expect(asked.at(-1)?.url).toBe(`${baseUrl}/api/v1/compressions/${job.id}/download`);
  });
});

describe('a client with a valid key', () => {
  it('reports for each URL of a batch whether it was accepted', async () => {
    const bytes = await graphic({ widthPx: 200, heightPx: 100 });
    const [server, gone] = [await startFlakyServer([answerFile(bytes)]), await startFlakyServer([])];
    await gone.close();
    const { data, accepted, refused } = await gossamer.batch([
      { url: `${server.url}/a.png`, metadata: { number: '1' } },
      { url: `${gone.url}/b.png` },
    ]);
    await server.close();
    expect([accepted, refused, data.length]).toEqual([1, 1, 2]);
    const [first, second] = data;
    expect(first && 'compression' in first && first.compression.metadata).toEqual({ number: '1' });
    expect(second && 'problem' in second && second.problem.code).toBe('source_unreachable');
    expect(await errorOf(gossamer.batch([]))).toMatchObject({ code: 'invalid_batch' });
  });

  // Spec: 9.9
  it('estimates a compression without counting it against the usage', async () => {
    const before = await gossamer.usage();
    const { original, estimate, wouldBeCounted } = await gossamer.estimate(another(), { format: 'webp' });
    expect([original.format, estimate.format, wouldBeCounted]).toEqual(['jpeg', 'webp', true]);
    expect(estimate.sizeBytes).toBeLessThan(original.sizeBytes);
    expect((await gossamer.usage()).month).toEqual(before.month);
    expect(before).toMatchObject({ plan: 'pro', day: { limit: null }, limits: { maxBatchItems: 100 } });
  });
});

describe('a client', () => {
  it('rejects invalid options', () => {
    const make = (options: object) => () => new Gossamer({ apiKey: 'gsm_x', ...options });
    for (const apiKey of ['', 'gsm_x\n', 'gsm x', undefined, 7]) expect(make({ apiKey })).toThrow(TypeError);
    for (const address of ['example.com', 'ftp://example.com', '']) {
      expect(make({ baseUrl: address })).toThrow(TypeError);
    }
    for (const timeoutMs of [0, -1, Number.NaN, Infinity]) expect(make({ timeoutMs })).toThrow(RangeError);
    expect(make({ maxRetries: -1 })).toThrow(RangeError);
  });

  it('does not expose its key', () => {
    const secret = new Gossamer({ apiKey: 'gsm_secret', baseUrl });
    expect(JSON.stringify(secret) + String(Object.entries(secret))).not.toContain('gsm_secret');
  });
});
