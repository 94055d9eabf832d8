import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDirectoryStorage } from '../../src/storage/directory.ts';
import { readLink, signLink } from '../../src/storage/signed-link.ts';
import { StorageFullError } from '../../src/storage/storage.ts';
import { type DriverUnderTest, storageContract } from './contract.ts';

const signer = { baseUrl: 'http://gateway.example/files', secret: 'a secret that signs links' };
let driver: DriverUnderTest;

beforeAll(async () => {
  const root = await mkdtemp(join(tmpdir(), 'gossamer-storage-'));
  const storage = await createDirectoryStorage(root, signer);
  driver = {
    storage,
    unfinished: async () => (await readdir(join(root, '.incoming'))).length,
    // Responds like the server's route for signed links.
    fetchLink: async (url) => {
      const { pathname, searchParams } = new URL(url);
      const link = readLink(signer, pathname.replace('/files/', ''), searchParams);
      if (!link) return new Response('', { status: 403 });
      const headers = { 'content-type': link.contentType, 'content-disposition': link.contentDisposition };
      return new Response(new Uint8Array(await storage.read(link.key)), { headers });
    },
  };
  return () => rm(root, { recursive: true, force: true });
});

storageContract('the directory store', () => driver);

describe('a signed storage link', () => {
  const headers = { contentType: 'image/webp', contentDisposition: 'inline' };
  const url = () => new URL(signLink(signer, 'a/b', { ...headers, expiresInSeconds: 60 }));

  it.each([
    ['another secret', (link: URL) => readLink({ ...signer, secret: 'another' }, 'a/b', link.searchParams)],
    [
      'a later expiry',
      (link: URL) => {
        link.searchParams.set('expires', String(Number(link.searchParams.get('expires')) + 1));
        return readLink(signer, 'a/b', link.searchParams);
      },
    ],
    [
      'another disposition',
      (link: URL) => {
        link.searchParams.set('disposition', 'attachment');
        return readLink(signer, 'a/b', link.searchParams);
      },
    ],
    [
      'no signature',
      (link: URL) => {
        link.searchParams.delete('signature');
        return readLink(signer, 'a/b', link.searchParams);
      },
    ],
  ])('is invalid with %s', (_what, read) => {
    expect(readLink(signer, 'a/b', url().searchParams)).toEqual({ key: 'a/b', ...headers });
    expect(read(url())).toBeUndefined();
  });
});

it('storage reports being full below the minimum free space, but still stores small objects', async () => {
  const root = await mkdtemp(join(tmpdir(), 'gossamer-storage-'));
  const roomy = await createDirectoryStorage(root);
  await expect(roomy.check()).resolves.toBeUndefined();
  const full = await createDirectoryStorage(root, undefined, Number.MAX_SAFE_INTEGER);
  await expect(full.check()).rejects.toThrow(StorageFullError);
  await full.put('results/a', Buffer.from('small'));
  await rm(root, { recursive: true });
});
