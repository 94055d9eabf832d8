import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectoryStorage } from '../../src/storage/directory.ts';
import { ObjectNotFoundError, type Storage } from '../../src/storage/storage.ts';

let root: string;
let storage: Storage;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gossamer-storage-'));
  storage = await createDirectoryStorage(root);
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function keys(prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const object of storage.list(prefix)) found.push(object.key);
  return found.sort();
}

describe('the directory store', () => {
  it('gives back what was put, by stream or bytes, whole or in part', async () => {
    const bytes = randomBytes(300_000);
    const chunks = [bytes.subarray(0, 7), bytes.subarray(7, 200_000), bytes.subarray(200_000)];
    expect(await storage.put('a/stream', Readable.from(chunks))).toEqual({ sizeBytes: bytes.length });
    await storage.put('a/bytes', bytes);
    expect(await storage.read('a/stream')).toEqual(bytes);
    expect(await buffer(await storage.open('a/bytes', { start: 10, end: 19 }))).toEqual(
      bytes.subarray(10, 20),
    );
    expect(await storage.head('a/bytes')).toMatchObject({ key: 'a/bytes', sizeBytes: bytes.length });
  });

  it('shows nothing of a stream that breaks, and leaves nothing behind', async () => {
    async function* broken() {
      yield randomBytes(100_000);
      throw new Error('client went away');
    }
    await expect(storage.put('b/broken', Readable.from(broken()))).rejects.toThrow('client went away');
    expect(await storage.head('b/broken')).toBeUndefined();
    expect(await readdir(join(root, '.incoming'))).toEqual([]);
  });

  it('tells what is not there from what fails', async () => {
    await expect(storage.read('c/none')).rejects.toBeInstanceOf(ObjectNotFoundError);
    await expect(storage.open('c/none')).rejects.toBeInstanceOf(ObjectNotFoundError);
    expect(await storage.head('c/none')).toBeUndefined();
    await storage.delete(['c/none']);
  });

  it('lists by prefix and forgets what was deleted', async () => {
    await storage.put('d/one/x', Buffer.from('1'));
    await storage.put('d/two', Buffer.from('2'));
    await storage.put('e/three', Buffer.from('3'));
    expect(await keys('d/')).toEqual(['d/one/x', 'd/two']);
    await storage.delete(['d/one/x', 'd/two']);
    expect(await keys('d/')).toEqual([]);
    expect(await keys('nothing/')).toEqual([]);
  });

  it.each(['../outside', 'a/../../outside', '/etc/passwd', 'a//b', 'a/', '', 'A/B', 'a\0b', '.incoming/x'])(
    'refuses the key %j',
    async (key) => {
      await expect((async () => storage.put(key, Buffer.from('x')))()).rejects.toThrow('not a storage key');
    },
  );

  it('keeps two writers of neighbouring keys apart while one deletes', async () => {
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        await storage.put(`f/id/${n}`, Buffer.from(String(n)));
        if (n % 2 === 0) await storage.delete([`f/id/${n}`]);
      }),
    );
    expect((await keys('f/')).length).toBe(25);
  });
});
