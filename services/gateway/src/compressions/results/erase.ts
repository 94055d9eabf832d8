import type { GatewayDeps } from '../../deps.ts';
import { originalKey } from '../keys.ts';
import { type KeyedRow, namedKeys, unusedKeys } from './unused-keys.ts';

const batchSize = 20;

/**
 * Deletes all stored objects of the given compressions, whose rows are already deleted or no longer reference objects,
 * and removes their jobs from the queue. Failures are only logged, because the sweeper and `finalize` delete the
 * remaining objects. An active job cannot be removed; its result is deleted when it is finalized.
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
        // Remove the job first, so that no worker starts it while the objects are being deleted.
        await deps.compressionJobs.queue.remove(row.id).catch(warn);
        await eraseObjects(deps, row).catch(warn);
      }),
    );
  }
}

/**
 * Deletes all stored objects of a compression, including those of all attempts, except objects shared with another row.
 * @param row the keys that the row referenced before it was cleared or deleted
 */
export async function eraseObjects(
  { db, storage }: Pick<GatewayDeps, 'db' | 'storage'>,
  row: KeyedRow,
): Promise<void> {
  const keys = [originalKey(row.id), ...namedKeys(row), ...(await keysOfResults(storage, row.id))];
  await storage.delete(await unusedKeys(db, keys));
}

/**
 * Column values of a row whose original has been deleted. The IP address is also cleared, because it is no longer
 * needed.
 */
export const clearedOriginal = {
  originalKey: null,
  originalExpiresAt: null,
  ownerKey: '',
  quotaSubjects: [] as string[],
};

/** Returns the keys of all objects stored for a compression, including those of duplicate and killed attempts. */
export async function keysOfResults(storage: GatewayDeps['storage'], id: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(`results/${id}/`)) keys.push(key);
  return keys;
}
