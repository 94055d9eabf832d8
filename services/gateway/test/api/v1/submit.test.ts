import { type ApiCompression, apiCompression } from '@gossamer/contracts/api';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import { roomy } from '../../accounts/people.ts';
import { form, rowOf, startGateway, startWorker, storedKeys, type TestGateway } from '../../gateway.ts';
import {
  type ApiClient,
  apiClient,
  compressionIn,
  imageServer,
  submitBytes,
  submitJson,
} from './api-client.ts';

let gateway: TestGateway;
let image: Buffer;
let caller: ApiClient;
let server: Awaited<ReturnType<typeof imageServer>>;

beforeAll(async () => {
  gateway = await startGateway({ ...roomy, GATEWAY_OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8' });
  image = await photo({ widthPx: 64, heightPx: 48 });
  server = await imageServer({ '/photo.jpg': image, '/page.jpg': Buffer.from('<html></html>') });
  caller = await apiClient(gateway);
  const worker = startWorker(gateway);
  return async () => {
    await worker.close();
    await server.close();
    await gateway.close();
  };
});

let unique = 0;
const next = () => {
  unique += 1;
  return String(unique);
};
/** Returns the same image with additional bytes, so that the server does not reuse an earlier result. */
const another = () => Buffer.concat([image, Buffer.from(next())]);

/** Downloads a result from the test gateway. The gateway does not listen at the public URL in the result's link. */
const followLink = ({ result }: ApiCompression) => {
  const { pathname, search } = new URL(result?.url ?? '');
  return fetch(gateway.url + pathname + search);
};

async function problemOf(response: Response) {
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  return { ...((await response.json()) as Record<string, unknown>), httpStatus: response.status };
}

describe('POST /api/v1/compressions', () => {
  // Spec: 1.15
  it('accepts bytes of any content type, with the options in the query string', async () => {
    for (const type of ['image/jpeg', 'application/octet-stream', 'application/x-www-form-urlencoded']) {
      const query = '?quality=70&format=webp&resizeWidth=32&wait=10&filename=a%20b.jpg';
      const answered = await submitBytes(caller, another(), query, { 'content-type': type });
      expect(answered.status).toBe(201);
      const job = apiCompression.parse(await answered.json());
      expect(answered.headers.get('location')).toBe(`/api/v1/compressions/${job.id}`);
      expect(job).toMatchObject({
        status: 'completed',
        filename: 'a b.jpg',
        options: { quality: 70, format: 'webp', resizeWidth: 32, resizeHeight: null, maintainAspect: true },
        isReused: false,
      });
    }
  });

  it('accepts a form with fields before or after the file', async () => {
    const fields = [
      ['quality', '55'],
      ['metadata', '{"order":"7"}'],
    ] as [string, string][];
    for (const parts of [
      [...fields, ['image', another(), 'b.jpg']],
      [['image', another(), 'b.jpg'], ...fields],
    ] as [string, string | Uint8Array, string?][][]) {
      const answered = await caller.send('/compressions', {
        method: 'POST',
        body: form([...parts, ['wait', '10']]),
      });
      expect(answered.status).toBe(201);
      expect(await answered.json()).toMatchObject({
        filename: 'b.jpg',
        metadata: { order: '7' },
        options: { quality: 55 },
      });
    }
  });

  it('fetches an image from its URL and follows redirects', async () => {
    const url = `${server.url}/to?url=${encodeURIComponent(`${server.url}/photo.jpg?${next()}`)}`;
    const answered = await submitJson(caller, '/compressions', { url, wait: 10, metadata: { a: 'ä' } });
    expect(await answered.json()).toMatchObject({
      status: 'completed',
      filename: 'photo.jpg',
      metadata: { a: 'ä' },
      original: { format: 'jpeg', sizeBytes: image.length },
    });
  });

  it('returns immediately with Retry-After if `wait` is not set', async () => {
    const { queue } = gateway.deps.compressionJobs;
    await queue.pause();
    const answered = await submitBytes(caller, another());
    await queue.resume();
    expect(answered.status).toBe(202);
    expect(Number(answered.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    const { id } = await compressionIn(answered);
    const done = await compressionIn(caller.send(`/compressions/${id}?wait=10`));
    expect(apiCompression.parse(done)).toMatchObject({ id, status: 'completed' });
  });

  it('returns a link to the result that works without an API key', async () => {
    const job = await compressionIn(submitBytes(caller, another(), '?wait=10'));
    const linked = await followLink(job);
    expect(linked.status).toBe(200);
    expect((await linked.arrayBuffer()).byteLength).toBe(job.result?.sizeBytes);
    expect(linked.headers.get('content-disposition')).toMatch(
      /^attachment; filename="?compressed_image\.webp"?$/,
    );
    const endsAtSeconds = Number(new URL(job.result?.url ?? '').searchParams.get('expires'));
    expect(Math.abs(endsAtSeconds * 1_000 - Date.parse(job.result?.urlExpiresAt ?? ''))).toBeLessThan(2_000);
    const endsInMs = Date.parse(job.result?.urlExpiresAt ?? '') - Date.now();
    expect(endsInMs).toBeGreaterThan(14 * 60_000);
    expect(endsInMs).toBeLessThanOrEqual(15 * 60_000);
  });

  it('keeps originals for a day and results for the retention time of Pro', async () => {
    const { id } = await compressionIn(submitBytes(caller, another(), '?wait=10'));
    const row = await rowOf(gateway, id);
    const after = (name: string) => Number(row[name]) - Number(row.finalized_at);
    expect([after('original_expires_at'), after('result_expires_at')]).toEqual([86_400_000, 30 * 86_400_000]);
  });

  it('returns the cached result for the same bytes and options, without counting the upload', async () => {
    const same = another();
    const usage = async () =>
      ((await (await caller.send('/usage')).json()) as { month: { compressions: number } }).month;
    const first = await compressionIn(submitBytes(caller, same, '?quality=60&wait=10'));
    const before = await usage();
    const again = await submitBytes(caller, same, '?quality=60&metadata=%7B%22n%22%3A%222%22%7D');
    expect(again.status).toBe(200);
    const job = await compressionIn(again);
    expect(job).toMatchObject({ status: 'completed', isReused: true, metadata: { n: '2' } });
    expect(job.id).not.toBe(first.id);
    expect(job.result?.sha256).toBe(first.result?.sha256);
    expect((await followLink(job)).status).toBe(200);
    expect(await usage()).toEqual(before);
    expect((await submitBytes(caller, same, '?quality=65&wait=10')).status).toBe(201);
    const other = await apiClient(gateway);
    expect((await submitBytes(other, same, '?quality=60&wait=10')).status).toBe(201);
  });

  it.each([
    ['?quality=9', 'invalid_quality', 'quality'],
    ['?quality=ten', 'invalid_quality', 'quality'],
    ['?quality=50&quality=60', 'invalid_quality', 'quality'],
    ['?format=gif', 'invalid_format', 'format'],
    ['?resizeHeight=0', 'invalid_resize', 'resizeHeight'],
    ['?maintainAspect=yes', 'invalid_resize', 'maintainAspect'],
    ['?wait=61', 'invalid_wait', 'wait'],
    ['?webhookUrl=ftp://example.com', 'invalid_webhook_url', 'webhookUrl'],
    // The URL is short enough as entered, but too long once it is percent-encoded.
    [
      `?webhookUrl=http://127.0.0.1/${encodeURIComponent('漢'.repeat(700))}`,
      'invalid_webhook_url',
      'webhookUrl',
    ],
    ['?deliverTo=ftp://example.com', 'invalid_deliver_to', 'deliverTo'],
    ['?deliverTo=https://user:word@example.com/', 'invalid_deliver_to', 'deliverTo'],
    [
      `?deliverTo=https://example.com/${encodeURIComponent('漢'.repeat(700))}`,
      'invalid_deliver_to',
      'deliverTo',
    ],
    ['?metadata=[1]', 'invalid_metadata', 'metadata'],
    ['?metadata={"a":1}', 'invalid_metadata', 'metadata'],
    ['?metadata={"a":"%5Cu0000"}', 'invalid_metadata', 'metadata'],
    ['?tint=red', 'unknown_field', 'tint'],
    ['?color=p3', 'invalid_color', 'color'],
    ['?hdr=yes', 'invalid_color', 'hdr'],
  ])('rejects the query %s as %s', async (query, code, field) => {
    const before = await storedKeys(gateway);
    const problem = await problemOf(await submitBytes(caller, another(), query));
    expect(problem).toMatchObject({ code, field, status: 400, httpStatus: 400, title: 'Bad Request' });
    expect(problem).toHaveProperty('type', `http://localhost:3000/api/docs/errors#${code}`);
    expect(problem).toHaveProperty('requestId');
    expect(await storedKeys(gateway)).toEqual(before);
  });

  it.each([
    ['http://127.0.0.1:40111/a.jpg', 'source_unreachable', 422],
    ['/missing', 'source_refused', 422],
    ['/page.jpg', 'unsupported_format', 415],
    ['http://10.0.0.1/a.jpg', 'address_not_allowed', 422],
    ['http://user:word@example.com/', 'invalid_url', 400],
    ['javascript:alert(1)', 'invalid_url', 400],
    ['/to?url=http://10.0.0.1/', 'address_not_allowed', 422],
    ['/to?url=file:///etc/passwd', 'address_not_allowed', 422],
  ])('rejects the URL %s as %s', async (path, code, status) => {
    const url = path.startsWith('/') ? server.url + path : path;
    const problem = await problemOf(await submitJson(caller, '/compressions', { url }));
    expect(problem).toMatchObject({ code, field: 'url', httpStatus: status });
  });

  it('returns the reason why a URL could not be fetched', async () => {
    const url = 'http://127.0.0.1:40111/a.jpg';
    const problem = await problemOf(await submitJson(caller, '/compressions', { url }));
    expect(problem).toMatchObject({
      detail:
        'The image could not be fetched from its URL: the host could not be reached. Check the URL and try again.',
      details: { reason: 'the host could not be reached' },
    });
  });

  it('rejects a URL with a blocked port', async () => {
    const problem = await problemOf(
      await submitJson(caller, '/compressions', { url: `${server.url.replace(/:\d+$/, ':25')}/a.jpg` }),
    );
    expect(problem).toMatchObject({ code: 'address_not_allowed', field: 'url' });
    expect(problem).toHaveProperty('detail', expect.stringContaining('or a blocked port'));
  });

  it('rejects a file that is not an image, an empty body and a body that is not an object', async () => {
    const before = await storedKeys(gateway);
    expect(await problemOf(await submitBytes(caller, Buffer.from('no image')))).toMatchObject({
      code: 'unsupported_format',
    });
    expect(await problemOf(await submitBytes(caller, Buffer.alloc(0)))).toMatchObject({ code: 'empty_file' });
    expect(await problemOf(await submitJson(caller, '/compressions', []))).toMatchObject({
      code: 'invalid_request',
    });
    const bad = { method: 'POST', body: '{"url":', headers: { 'content-type': 'application/json' } };
    expect(await problemOf(await caller.send('/compressions', bad))).toMatchObject({
      code: 'invalid_request',
    });
    expect(await storedKeys(gateway)).toEqual(before);
  });

  it('rejects a body that is too large before it has fully arrived, in every request format', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
    });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    const refused = await caller.send('/compressions', init);
    expect(await problemOf(refused)).toMatchObject({ code: 'unsupported_format' });
    // The client reads the response only after it has sent the entire body. The response must not be lost.
    const garbage = await submitBytes(caller, Buffer.alloc(20 * 1024 * 1024));
    expect(await problemOf(garbage)).toMatchObject({ code: 'unsupported_format' });
    const [start] = [image.subarray(0, 8_000)];
    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(sent === 0 ? new Uint8Array(start ?? []) : new Uint8Array(1024 * 1024));
        sent += 1;
      },
    });
    const tooLarge = await caller.send('/compressions', { ...init, body: endless } as RequestInit);
    expect(await problemOf(tooLarge)).toMatchObject({ code: 'file_too_large', httpStatus: 413 });
  });
});
