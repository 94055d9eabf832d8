import { randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import {
  access,
  copyFile,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
} from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { hasCode } from '../errors.ts';
import { createLargerChunks } from './larger-chunks.ts';
import { type LinkSigner, signLink } from './signed-link.ts';
import {
  assertKey,
  type ByteRange,
  type ObjectInfo,
  ObjectNotFoundError,
  type Storage,
  StorageFullError,
} from './storage.ts';

const folderAttempts = 3;
/** Default minimum of free disk space in bytes. With less space, the storage reports that it is full. */
const defaultMinFreeBytes = 16 * 1024 * 1024;
/** Age in milliseconds after which a temporary file cannot belong to a write in progress. */
const staleMs = 24 * 3_600_000;
/** Size of each read and write in bytes. */
const chunkBytes = 256 * 1024;
/** Memory per stream in bytes: the chunk being written, plus the data received in the meantime. */
const streamBytes = 2 * chunkBytes;
/** Combines network chunks of 64 KiB into larger chunks, to reduce the number of writes, each of which is awaited. */
const inLargerChunks = createLargerChunks(chunkBytes, 64);

/**
 * Opens a storage in a directory, with one file per object below `root`. Objects are written to a temporary file,
 * flushed and renamed, so that readers never see partial objects. Temporary files that a crash leaves in `.incoming`
 * are deleted when the storage is opened at least a day later. Links require a signer and are served by the process
 * that signed them.
 */
export async function createDirectoryStorage(
  root: string,
  signer?: LinkSigner,
  minFreeBytes = defaultMinFreeBytes,
): Promise<Storage> {
  const incoming = join(root, '.incoming');
  await mkdir(incoming, { recursive: true });
  await removeStale(incoming);
  const pathOf = (key: string) => {
    assertKey(key);
    return join(root, key);
  };
  const incomingPath = () => join(incoming, randomBytes(16).toString('hex'));
  return {
    heldBytes: (sizeBytes) => Math.min(sizeBytes, streamBytes),
    put: (key, body) => storeFile(incomingPath(), pathOf(key), body),
    copy: (from, to) => copyFileTo(incomingPath(), pathOf(from), pathOf(to)),
    open: (key, range) => openFile(pathOf(key), range),
    read: (key) => orNotFound(readFile(pathOf(key))),
    head: async (key) => {
      const info = await stat(pathOf(key)).catch(undefinedIfMissing);
      return info?.isFile() ? { key, sizeBytes: info.size, modifiedAt: info.mtime } : undefined;
    },
    delete: async (keys) => {
      for (const key of keys) await deleteFile(pathOf(key));
    },
    list: (prefix) => walk(root, join(root, prefix)),
    signedUrl: async (key, options) => {
      assertKey(key);
      if (!signer) throw new Error('cannot sign links because the storage has no signer');
      return signLink(signer, key, options);
    },
    check: async () => {
      await access(incoming, constants.W_OK);
      const { bavail, bsize } = await statfs(incoming);
      if (bavail * bsize < minFreeBytes) throw new StorageFullError(`only ${bavail * bsize} bytes are free`);
    },
  };
}

async function removeStale(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const info = await stat(path).catch(undefinedIfMissing);
    if (info && Date.now() - info.mtimeMs > staleMs) await rm(path, { force: true });
  }
}

/** Copies a file. Like a stored object, the copy becomes visible only once it is complete. */
async function copyFileTo(partial: string, from: string, to: string): Promise<void> {
  try {
    await orNotFound(copyFile(from, partial));
    await inFolder(to, () => rename(partial, to));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function storeFile(
  partial: string,
  path: string,
  body: Readable | Uint8Array,
): Promise<{ sizeBytes: number }> {
  try {
    // Create the folder while the temporary file is being written. If this fails, `inFolder` retries and reports it.
    void mkdir(dirname(path), { recursive: true }).catch(() => undefined);
    const sizeBytes = await writeFlushed(partial, body);
    await inFolder(path, () => rename(partial, path));
    return { sizeBytes };
  } catch (error) {
    // Destroy the body, because it has not been consumed if the file could not be opened.
    if (body instanceof Readable) body.destroy();
    await rm(partial, { force: true });
    throw error;
  }
}

/**
 * Writes and flushes a file through a file handle. For a small object, opening a stream would take longer than the
 * write.
 */
async function writeFlushed(path: string, body: Readable | Uint8Array): Promise<number> {
  const file = await open(path, 'wx');
  try {
    let sizeBytes = 0;
    for await (const chunk of body instanceof Readable ? inLargerChunks(body) : [body]) {
      await file.writeFile(chunk);
      sizeBytes += chunk.length;
    }
    await file.datasync();
    return sizeBytes;
  } finally {
    await file.close();
  }
}

/** Runs `work` in an object's folder and recreates the folder if a concurrent delete has removed it. */
async function inFolder(path: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, 'ENOENT') || attempt > folderAttempts) throw error;
      await mkdir(dirname(path), { recursive: true });
    }
  }
}

async function openFile(path: string, range: ByteRange | undefined): Promise<Readable> {
  const stream = createReadStream(path, { ...range, highWaterMark: chunkBytes });
  await orNotFound(
    new Promise<void>((resolve, reject) => {
      stream.once('open', () => resolve()).once('error', reject);
    }),
  );
  return stream;
}

async function deleteFile(path: string): Promise<void> {
  await rm(path, { force: true });
  // Remove the folder of a compression after its last object has been deleted.
  await rmdir(dirname(path)).catch((error: unknown) => {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'EBUSY')) throw error;
  });
}

async function* walk(root: string, folder: string): AsyncGenerator<ObjectInfo> {
  const entries = await opendir(folder).catch(undefinedIfMissing);
  if (entries === undefined) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* walk(root, path);
      continue;
    }
    const info = await stat(path).catch(undefinedIfMissing);
    if (info === undefined) continue;
    const key = path
      .slice(root.length + 1)
      .split(sep)
      .join('/');
    yield { key, sizeBytes: info.size, modifiedAt: info.mtime };
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
  throw error;
}

async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR'))
      throw new ObjectNotFoundError('object not found', { cause: error });
    throw error;
  }
}
