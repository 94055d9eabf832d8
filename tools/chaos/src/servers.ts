import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { complain } from '@gossamer/dev/print';
import { openProcessRecords } from '@gossamer/dev/processes/records';
import { removeOtherUserFiles } from '@gossamer/dev/servers/postgres-home';
import type { S3Env } from '@gossamer/dev/servers/s3-request';
import { startS3 } from '@gossamer/dev/servers/s3-server';
import { startStack } from '@gossamer/dev/servers/stack';
import { makeThrowawayDir, removeThrowawayDir } from '@gossamer/dev/servers/throwaway-dir';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** Servers that store their data in a temporary folder. */
export interface Servers {
  dataDir: string;
  /** Small disk that contains the data folder, if a test requested a small disk. */
  disk: SmallDisk | undefined;
  databaseUrl: string;
  redisUrl: string;
  s3: S3Env | undefined;
  stop(): Promise<void>;
}

/**
 * Size of the small disk in megabytes. Postgres and its write-ahead log take a third, and the images of the load
 * another third.
 */
const wholeDiskMegabytes = 256;

/**
 * Starts Postgres, Redis and, if requested, S3. Postgres and Redis persist their data, because some tests kill them.
 * @throws NotPossibleError if this machine cannot mount a small disk
 */
export async function startServers({
  needsS3,
  isOnSmallDisk,
}: {
  needsS3: boolean;
  isOnSmallDisk: boolean;
}): Promise<Servers> {
  const throwawayDir = await makeThrowawayDir();
  const dataDir = isOnSmallDisk ? join(throwawayDir, 'disk') : throwawayDir;
  const undo: (() => Promise<void> | void)[] = [
    () => removeThrowawayDir(throwawayDir),
    () => removeOtherUserFiles(dataDir),
  ];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    mkdirSync(dataDir, { recursive: true });
    const disk = isOnSmallDisk ? mountSmallDisk(wholeDiskMegabytes, dataDir) : undefined;
    undo.push(() => disk?.unmount());
    const stack = await startStack({ dataDir, env: {} });
    undo.push(() => stack.stop());
    const supervision = { records: openProcessRecords(dataDir), report: complain };
    const s3 = needsS3 ? await startS3({}, { dataDir, supervision }) : undefined;
    if (s3) undo.push(() => s3.stop());
    const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = stack.env;
    return { dataDir, disk, databaseUrl, redisUrl, s3: s3?.env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
