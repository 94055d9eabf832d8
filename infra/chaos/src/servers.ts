import { complain } from '@gossamer/local/print';
import { openProcessRecords } from '@gossamer/local/processes/records';
import type { S3Env } from '@gossamer/local/servers/s3-request';
import { startS3 } from '@gossamer/local/servers/s3-server';
import { startStack } from '@gossamer/local/servers/stack';
import { makeThrowawayDir, removeThrowawayDir } from '@gossamer/local/servers/throwaway-dir';

/** Servers of our own on a temporary folder. */
export interface Servers {
  dataDir: string;
  databaseUrl: string;
  redisUrl: string;
  s3: S3Env | undefined;
  stop(): Promise<void>;
}

/** Postgres and Redis keep what they were told on disk, since some rows kill them; S3 only where it is asked for. */
export async function startServers(needsS3: boolean): Promise<Servers> {
  const dataDir = await makeThrowawayDir();
  const undo: (() => Promise<void> | void)[] = [() => removeThrowawayDir(dataDir)];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const stack = await startStack({ dataDir, env: {} });
    undo.push(() => stack.stop());
    const supervision = { records: openProcessRecords(dataDir), report: complain };
    const s3 = needsS3 ? await startS3({}, { dataDir, supervision }) : undefined;
    if (s3) undo.push(() => s3.stop());
    return { dataDir, databaseUrl: stack.env.DATABASE_URL, redisUrl: stack.env.REDIS_URL, s3: s3?.env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
