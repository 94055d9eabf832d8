import type { GatewayDeps } from '../../deps.ts';
import { originalKey } from '../keys.ts';
import { type KeyedRow, namedKeys, unusedKeys } from './unused-keys.ts';

const batchSize = 20;

/**
 * Deletes every object of these compressions, of whichever run, and takes their jobs out of the queue; the rows are gone
 * or name no objects any more. What fails is logged: the sweeper and the settling side delete what is left. A job in work
 * cannot be taken out; what it brings is deleted when it is finalized.
 */
export async function erase(
  deps: Pick<GatewayDeps, 'storage' | 'compressionJobs' | 'logger' | 'db'>,
  rows: readonly KeyedRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += batchSize) {
    await Promise.all(
      rows.slice(from, from + batchSize).map(async (row) => {
        const warn = (error: unknown) =>
          deps.logger.warn({ err: error, compressionId: row.id }, 'could not erase');
        // The job first, so that no run begins on what is about to go.
        await deps.compressionJobs.queue.remove(row.id).catch(warn);
        await eraseObjects(deps, row).catch(warn);
      }),
    );
  }
}

/**
 * Deletes every object of one compression, of whichever run, but for those that another row shares. `row` says what the
 * row named before it was cleared or deleted.
 */
export async function eraseObjects(
  { db, storage }: Pick<GatewayDeps, 'db' | 'storage'>,
  row: KeyedRow,
): Promise<void> {
  const keys = [originalKey(row.id), ...namedKeys(row), ...(await keysOfResults(storage, row.id))];
  await storage.delete(await unusedKeys(db, keys));
}

/** A row whose original is gone; and by which address it came, which nothing asks for any more. */
export const originalForgotten = {
  originalKey: null,
  originalExpiresAt: null,
  fairKey: '',
  quotaSubjects: [] as string[],
};

/** What all runs have stored for a compression, those that came second or were killed too. */
export async function keysOfResults(storage: GatewayDeps['storage'], id: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(`results/${id}/`)) keys.push(key);
  return keys;
}
