import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Browser,
  browser,
  json,
  rowOf,
  startGateway,
  startWorker,
  type TestGateway,
  type TestWorker,
  upload,
} from '../../gateway.ts';

let gateway: TestGateway;
let worker: TestWorker;
let owner: Browser;
let id: string;
let original: Buffer;
let result: Buffer;

beforeAll(async () => {
  gateway = await startGateway();
  worker = startWorker(gateway);
  owner = browser(gateway);
  original = await photo({ widthPx: 64, heightPx: 48 });
  result = original.subarray(0, Math.ceil(original.length / 2));
  id = (await json(upload(owner, original, { filename: 'Été à Paris.jpg' }))).compressionId;
  return async () => {
    await worker.close();
    await gateway.close();
  };
});

const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('the download route', () => {
  // Spec: 7.24, 7.25
  it.each(['/api/download/{id}', '/compressed/{id}/anything.webp'])(
    'returns the result as an attachment: %s',
    async (path) => {
      const response = await owner(path.replace('{id}', id));
      expect(response.status).toBe(200);
      expect(await bytes(response)).toEqual(result);
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('content-length')).toBe(String(result.length));
      expect(response.headers.get('content-disposition')).toBe(
        'attachment; filename="compressed_?t? ? Paris.webp"; filename*=UTF-8\'\'compressed_%C3%89t%C3%A9%20%C3%A0%20Paris.webp',
      );
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      );
    },
  );

  it('sends byte ranges, and returns 304 if the client has the current file', async () => {
    const part = await owner(`/api/download/${id}`, { headers: { range: 'bytes=2-5' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 2-5/${result.length}`);
    expect(await bytes(part)).toEqual(result.subarray(2, 6));

    const etag = part.headers.get('etag') ?? '';
    expect((await owner(`/api/download/${id}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    // The browser must revalidate each time, so that after a logout its cache serves nothing to the next user.
    expect(part.headers.get('cache-control')).toBe('private, no-cache');
    const other = await browser(gateway)(`/api/download/${id}`, { headers: { 'if-none-match': etag } });
    expect(other.status).toBe(404);
    const stale = await owner(`/api/download/${id}`, {
      headers: { range: 'bytes=2-5', 'if-range': '"old"' },
    });
    expect(stale.status).toBe(200);
    await stale.arrayBuffer();
    const outside = await owner(`/api/download/${id}`, { headers: { range: 'bytes=99999999-' } });
    expect(outside.status).toBe(416);
    expect(outside.headers.get('content-range')).toBe(`bytes */${result.length}`);
  });

  it('closes the file as soon as it is opened if the client has already disconnected', async () => {
    const opened: Readable[] = [];
    const { storage } = gateway.deps;
    const { open } = storage;
    // Delay opening the file, to simulate slow storage.
    storage.open = async (...what) => {
      await sleep(200);
      const stream = await open(...what);
      opened.push(stream);
      return stream;
    };
    const gone = new AbortController();
    const asking = owner(`/api/download/${id}`, { signal: gone.signal });
    setTimeout(() => gone.abort(), 50);
    await expect(asking).rejects.toThrow();
    await waitFor('the file to be let go', () => opened[0]?.destroyed);
    storage.open = open;
  });

  it('aborts the response if the file is shorter than expected', async () => {
    const key = String((await rowOf(gateway, id)).result_key);
    await gateway.deps.storage.put(key, result.subarray(0, 100));
    const response = await owner(`/api/download/${id}`);
    await expect(response.arrayBuffer()).rejects.toThrow();
    await gateway.deps.storage.put(key, result);
  });

  // Spec: 7.29
  it('differs from GET /api/preview/{id}, which sends the preview inline', async () => {
    const response = await owner(`/api/preview/${id}`);
    expect(response.headers.get('content-disposition')).toBe('inline');
    expect(await bytes(response)).toEqual(result.subarray(0, 10));
  });
});

describe('GET /api/original/{id}', () => {
  it('sends the uploaded bytes at the URL given in the status of the compression', async () => {
    const { originalUrl } = await json(owner(`/api/compression/${id}`));
    expect(originalUrl).toBe(`/api/original/${id}`);
    const response = await owner(originalUrl);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    );
    expect(await bytes(response)).toEqual(original);
  });
});

describe('a caller who does not own the compression', () => {
  const paths = [
    '/api/compression/{id}',
    '/api/download/{id}',
    '/api/preview/{id}',
    '/api/original/{id}',
    '/compressed/{id}/x.webp',
  ];

  it.each(paths)('gets the same response from %s as for an unknown id', async (path) => {
    const other = browser(gateway);
    await other('/api/compressions');
    const theirs = await other(path.replace('{id}', id));
    const unknown = await other(path.replace('{id}', '0'.repeat(32)));
    expect(theirs.status).toBe(404);
    expect(unknown.status).toBe(404);
    expect(await bytes(theirs)).toEqual(await bytes(unknown));
    expect(await theirs.headers.get('content-length')).toBe(unknown.headers.get('content-length'));
  });

  it('gets no file with a forged cookie', async () => {
    const [row] = await gateway.servers.sql('select owner from compressions where id = $1', [id]);
    const visitorId = String(row?.owner).replace('visitor:', '');
    for (const cookie of [visitorId, `${visitorId}.`, `${visitorId}.AAAA`]) {
      const headers = { cookie: `visitor=${cookie}` };
      expect((await fetch(`${gateway.url}/api/compression/${id}`, { headers })).status).toBe(404);
    }
  });
});

describe('an expired result', () => {
  // Spec: 1.25
  it('returns 410', async () => {
    const { expire } = await import('../../../src/maintenance/expire.ts');
    await gateway.servers.sql(
      'update compressions set result_expires_at = now(), original_expires_at = now()',
    );
    expect(await expire(gateway.deps)).toBe(2);
    const response = await owner(`/api/download/${id}`);
    expect(response.status).toBe(410);
    expect((await json(response)).code).toBe('result_expired');
    const status = await json(owner(`/api/compression/${id}`));
    expect(status).toMatchObject({ status: 'completed', compressedSize: result.length });
    expect(status).not.toHaveProperty('downloadUrl');
    expect(status).not.toHaveProperty('originalUrl');
    const originalGone = await owner(`/api/original/${id}`);
    expect([originalGone.status, (await json(originalGone)).code]).toEqual([410, 'original_expired']);
    const left: string[] = [];
    for await (const object of gateway.deps.storage.list('results/')) left.push(object.key);
    for await (const object of gateway.deps.storage.list('originals/')) left.push(object.key);
    expect(left).toEqual([]);
  });
});
