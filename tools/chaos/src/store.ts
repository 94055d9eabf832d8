import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FlakyStore, startFlakyStore } from './flaky-store.ts';
import { type FaultProxy, startProxy } from './proxy.ts';
import type { Servers } from './servers.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** Storage type. With `whole disk`, Postgres, Redis, the objects and the logs share one small disk. */
export type StoreKind = 'directory' | 's3' | 'small disk' | 'whole disk';

/**
 * The product's storage with functions that simulate failures. A function is undefined if the storage type does not
 * support the failure.
 */
export interface Store {
  env: NodeJS.ProcessEnv;
  /** Proxy that simulates network failures between the product and the S3 bucket. */
  proxy?: FaultProxy;
  /** Proxy that simulates error responses from the S3 bucket. */
  server?: FlakyStore;
  disk?: SmallDisk;
  /** Path of the storage directory. */
  folder?: string;
  close(): Promise<void>;
}

export interface StoredFile {
  /** Object key: `originals/<id>`, `results/<id>/…` or `.incoming/…`. */
  key: string;
  sizeBytes: number;
}

/**
 * Opens a storage of the given type.
 * @throws NotPossibleError if this machine cannot mount a small disk
 */
export async function openStore(kind: StoreKind, servers: Servers): Promise<Store> {
  if (kind === 's3') return openBucket(servers);
  const ownDisk = kind === 'small disk' ? mountSmallDisk() : undefined;
  const disk = ownDisk ?? servers.disk;
  const folder = ownDisk?.folder ?? join(servers.dataDir, 'objects');
  return {
    env: { STORAGE_DIRECTORY: folder },
    ...(disk && { disk }),
    folder,
    close: async () => ownDisk?.unmount(),
  };
}

async function openBucket({ s3 }: Servers): Promise<Store> {
  if (s3 === undefined) throw new Error('the S3 server is not running');
  const server = await startFlakyStore(s3.S3_ENDPOINT);
  const proxy = await startProxy(server.url);
  return {
    env: { ...s3, S3_ENDPOINT: proxy.url.replace(/\/$/, '') },
    proxy,
    server,
    close: async () => {
      await proxy.close();
      await server.close();
    },
  };
}

/** Returns all files in the storage directory, including partial uploads. */
export function storedFiles({ folder }: Store): StoredFile[] {
  if (folder === undefined) throw new Error('the storage is not a directory');
  return entriesOf(folder)
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size;
      return sizeBytes === undefined ? [] : [{ key: path.slice(folder.length + 1), sizeBytes }];
    });
}

/** Lists the files in a folder recursively. Retries if a subfolder is deleted during the scan. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !existsSync(folder)) throw error;
    return entriesOf(folder);
  }
}
