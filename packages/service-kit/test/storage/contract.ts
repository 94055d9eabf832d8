import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ObjectNotFoundError, type Storage } from '../../src/storage/storage.ts';

export interface DriverUnderTest {
  storage: Storage;
  /** Returns the number of partial files or unfinished uploads. */
  unfinished(): Promise<number>;
  /** Fetches a signed link without credentials. */
  fetchLink(url: string): Promise<Response>;
}

const mebibyte = 1024 * 1024;

/** Generates bytes on demand. The chunk size differs from all buffer sizes. */
function stream(totalBytes: number, failAfterBytes = Number.POSITIVE_INFINITY): Readable {
  const chunk = randomBytes(70_001);
  async function* chunks() {
    for (let sent = 0; sent < totalBytes; sent += chunk.length) {
      if (sent > failAfterBytes) throw new Error('client disconnected');
      yield chunk.subarray(0, Math.min(chunk.length, totalBytes - sent));
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}

async function keys(storage: Storage, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const object of storage.list(prefix)) found.push(object.key);
  return found.sort();
}

/** Defines the tests that every storage driver must pass. */
export function storageContract(name: string, open: () => DriverUnderTest): void {
  const storage = () => open().storage;
  const root = `t${randomBytes(6).toString('hex')}`;

  describe(name, () => {
    it('returns stored bytes and streams, in full or in ranges', async () => {
      const bytes = randomBytes(300_000);
      const chunks = [bytes.subarray(0, 7), bytes.subarray(7, 200_000), bytes.subarray(200_000)];
      expect(await storage().put(`${root}/a/stream`, Readable.from(chunks))).toEqual({ sizeBytes: 300_000 });
      await storage().put(`${root}/a/bytes`, bytes);
      expect(await storage().read(`${root}/a/stream`)).toEqual(bytes);
      const part = await buffer(await storage().open(`${root}/a/bytes`, { start: 10, end: 19 }));
      expect(part).toEqual(bytes.subarray(10, 20));
      const info = await storage().head(`${root}/a/bytes`);
      expect(info).toMatchObject({ key: `${root}/a/bytes`, sizeBytes: 300_000 });
      expect(Math.abs(Date.now() - (info?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000);
    });

    it('keeps the copy of an object after the object is deleted', async () => {
      const { sizeBytes } = await storage().put(`${root}/c/large`, stream(20 * mebibyte));
      const bytes = await storage().read(`${root}/c/large`);
      await storage().copy(`${root}/c/large`, `${root}/d/copy`);
      await storage().delete([`${root}/c/large`]);
      expect(await storage().head(`${root}/d/copy`)).toMatchObject({ sizeBytes });
      expect((await storage().read(`${root}/d/copy`)).equals(bytes)).toBe(true);
      await expect(storage().copy(`${root}/c/large`, `${root}/d/other`)).rejects.toThrow(ObjectNotFoundError);
      expect(await storage().head(`${root}/d/other`)).toBeUndefined();
    });

    it('overwrites an existing object completely', async () => {
      await storage().put(`${root}/b/x`, Buffer.from('first'));
      await storage().put(`${root}/b/x`, Buffer.from('second'));
      expect((await storage().read(`${root}/b/x`)).toString()).toBe('second');
    });

    it('stores 100 MB in constant memory', async () => {
      // Store one object before measuring, to exclude memory that a driver allocates only once.
      await storage().put(`${root}/c/large`, stream(20 * mebibyte));
      const before = process.memoryUsage().rss;
      let peak = before;
      const timer = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().rss);
      }, 20);
      expect(await storage().put(`${root}/c/large`, stream(100 * mebibyte))).toEqual({
        sizeBytes: 100 * mebibyte,
      });
      const hash = createHash('sha256');
      for await (const chunk of await storage().open(`${root}/c/large`)) hash.update(chunk);
      clearInterval(timer);
      // The limit allows for uncollected garbage. Buffering the entire object of 100 MB would exceed it.
      expect((peak - before) / mebibyte).toBeLessThan(100);
      expect(hash.digest('hex')).toHaveLength(64);
    });

    it.each([0.1, 20])(
      'stores nothing if a stream fails after %d MB, and leaves no partial files',
      async (megabytes) => {
        const broken = stream(30 * mebibyte, megabytes * mebibyte);
        await expect(storage().put(`${root}/d/broken`, broken)).rejects.toThrow('client disconnected');
        expect(await storage().head(`${root}/d/broken`)).toBeUndefined();
        expect(await open().unfinished()).toBe(0);
      },
    );

    it('distinguishes a missing object from a storage failure', async () => {
      await expect(storage().read(`${root}/e/none`)).rejects.toBeInstanceOf(ObjectNotFoundError);
      await expect(storage().open(`${root}/e/none`)).rejects.toBeInstanceOf(ObjectNotFoundError);
      expect(await storage().head(`${root}/e/none`)).toBeUndefined();
      await storage().delete([`${root}/e/none`]);
    });

    it('lists objects by prefix and omits deleted objects', async () => {
      const all = ['one/x', 'one/y', 'two'].map((key) => `${root}/f/${key}`);
      for (const key of [...all, `${root}/g/three`]) await storage().put(key, Buffer.from(key));
      expect(await keys(storage(), `${root}/f/`)).toEqual(all);
      await storage().delete(all);
      expect(await keys(storage(), `${root}/f/`)).toEqual([]);
      expect(await keys(storage(), `${root}/g/`)).toEqual([`${root}/g/three`]);
      expect(await keys(storage(), `${root}/nothing/`)).toEqual([]);
    });

    it('stores and deletes objects of one prefix concurrently', async () => {
      await Promise.all(
        Array.from({ length: 40 }, async (_, n) => {
          await storage().put(`${root}/h/id/${n}`, Buffer.from(String(n)));
          if (n % 2 === 0) await storage().delete([`${root}/h/id/${n}`]);
        }),
      );
      expect(await keys(storage(), `${root}/h/`)).toHaveLength(20);
    });

    it('signs links that download one object for a limited time', async () => {
      await storage().put(`${root}/i/result`, Buffer.from('pixels'));
      const contentDisposition = 'attachment; filename="result.webp"';
      const headers = { contentType: 'image/webp', contentDisposition };
      const url = await storage().signedUrl(`${root}/i/result`, { ...headers, expiresInSeconds: 60 });
      const response = await open().fetchLink(url);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe('pixels');
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('content-disposition')).toBe(contentDisposition);

      const other = await open().fetchLink(url.replace('/i/result', '/i/other'));
      expect(other.status).toBe(403);
      const expired = await storage().signedUrl(`${root}/i/result`, { ...headers, expiresInSeconds: 1 });
      await new Promise((resolve) => setTimeout(resolve, 2_100));
      expect((await open().fetchLink(expired)).status).toBe(403);
    });

    it.each(['../outside', 'a/../../outside', '/etc/passwd', 'a//b', 'a/', '', 'A/B', 'a\0b', '.incoming/x'])(
      'rejects the key %j',
      async (key) => {
        await expect((async () => storage().put(key, Buffer.from('x')))()).rejects.toThrow(
          'invalid storage key',
        );
        await expect((async () => storage().read(key))()).rejects.toThrow('invalid storage key');
        await expect((async () => storage().delete([key]))()).rejects.toThrow('invalid storage key');
      },
    );

    it('passes its health check', async () => {
      await expect(storage().check()).resolves.toBeUndefined();
    });
  });
}
