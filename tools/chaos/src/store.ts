import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FlakyStore, startFlakyStore } from './flaky-store.ts';
import { type FaultProxy, startProxy } from './proxy.ts';
import type { Servers } from './servers.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** `whole disk`: Postgres, Redis, objects and logs lie on one small disk. */
export type StoreKind = 'directory' | 's3' | 'small disk' | 'whole disk';

/** Where the product keeps images, and how to break it: what is not of the kind is absent. */
export interface Store {
  env: NodeJS.ProcessEnv;
  /** Of a bucket: its network. */
  proxy?: FaultProxy;
  /** Of a bucket: its answers. */
  server?: FlakyStore;
  disk?: SmallDisk;
  /** Of a directory: where it is. */
  folder?: string;
  close(): Promise<void>;
}

export interface StoredFile {
  /** `originals/<id>`, `results/<id>/…` or `.incoming/…` */
  key: string;
  sizeBytes: number;
}

/** @throws NotPossibleError */
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
  if (s3 === undefined) throw new Error('no S3 server was started');
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

/** All files of a directory store, those half-written included. */
export function storedFiles({ folder }: Store): StoredFile[] {
  if (folder === undefined) throw new Error('not a directory');
  return entriesOf(folder)
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size;
      return sizeBytes === undefined ? [] : [{ key: path.slice(folder.length + 1), sizeBytes }];
    });
}

/** Looks again where a folder went with its last file in the middle of looking. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !existsSync(folder)) throw error;
    return entriesOf(folder);
  }
}
