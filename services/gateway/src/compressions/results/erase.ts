import type { GatewayDeps } from '../../deps.ts';
import { originalKey } from '../keys.ts';
import { type KeyedRow, namedKeys, unusedKeys } from './unused-keys.ts';

const batchSize = 20;

/**
 * Deletes every object of these compressions, of all runs, and removes their jobs from the queue; their rows are
 * already deleted or name no objects. Failures are logged: the sweeper and `finalize` delete the rest. An active
 * job cannot be removed; its result is deleted when it is finalized.
 */
export async function erase(
  deps: Pick<GatewayDeps, 'storage' | 'compressionJobs' | 'logger' | 'db'>,
  rows: readonly KeyedRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += batchSize) {
    await Promise.all(
      rows.slice(from, from + batchSize).map(async (row) => {
        const warn = (error: unknown) =>
          deps.logger.warn({ err: error, compressionId: row.id }, 'failed to delete objects of compression');
        // Remove the job first, so that no worker starts it while its objects are deleted.
        await deps.compressionJobs.queue.remove(row.id).catch(warn);
        await eraseObjects(deps, row).catch(warn);
      }),
    );
  }
}

/**
 * Deletes every object of one compression, of all attempts, except those that another row shares.
 * @param row the keys that the row named before it was cleared or deleted
 */
export async function eraseObjects(
  { db, storage }: Pick<GatewayDeps, 'db' | 'storage'>,
  row: KeyedRow,
): Promise<void> {
  const keys = [originalKey(row.id), ...namedKeys(row), ...(await keysOfResults(storage, row.id))];
  await storage.delete(await unusedKeys(db, keys));
}

/**
 * The column values of a row whose original is deleted. The network address is cleared too, because it is no longer
 * needed.
 */
export const clearedOriginal = {
  originalKey: null,
  originalExpiresAt: null,
  ownerKey: '',
  quotaSubjects: [] as string[],
};

/** Returns the keys that all attempts, including duplicate and killed ones, have stored for a compression. */
export async function keysOfResults(storage: GatewayDeps['storage'], id: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(`results/${id}/`)) keys.push(key);
  return keys;
}
