import { sql } from 'kysely';
import { failDeliveries } from '../compressions/deliveries/end-deliveries.ts';
import { deleteNow } from '../compressions/history/delete-now.ts';
import { clearedOriginal, keysOfResults } from '../compressions/results/erase.ts';
import {
  type KeyColumn,
  type KeyedRow,
  keyedColumns,
  namedKeys,
  unusedKeys,
} from '../compressions/results/unused-keys.ts';
import type { GatewayDeps } from '../deps.ts';

const batchSize = 200;
const estimateMs = 10 * 60_000;

/** Deletes expired originals and results but keeps their rows. Returns the number of deleted originals and results. */
export async function expire(deps: GatewayDeps): Promise<number> {
  const expired = (await all(() => expireOriginals(deps))) + (await all(() => expireResults(deps)));
  await pruneEstimates(deps);
  return expired;
}

/** Deletes estimates that remain after a crash. Normally, an estimate is deleted by the request that created it. */
async function pruneEstimates(deps: GatewayDeps): Promise<void> {
  const rows = await deps.db
    .selectFrom('compressions')
    .selectAll()
    .where('source', '=', 'estimate')
    .where('createdAt', '<', new Date(deps.clock().getTime() - estimateMs))
    .limit(batchSize)
    .execute();
  for (const row of rows) {
    await deleteNow(deps, row);
    await deps.db.deleteFrom('compressions').where('id', '=', row.id).execute();
  }
}

/** Repeats `expireBatch` until a batch is not full. Returns the total number of processed rows. */
async function all(expireBatch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await expireBatch();
    total += count;
    if (count < batchSize) return total;
  }
}

async function expireOriginals(deps: GatewayDeps): Promise<number> {
  const rows = await deps.db
    .selectFrom('compressions')
    .select(keyedColumns)
    .where('originalExpiresAt', '<', sql<Date>`clock_timestamp()`)
    // Skip pending compressions, whose jobs still need the original.
    .where('status', '<>', 'pending')
    .limit(batchSize)
    .execute();
  return remove(deps, rows, [], { columns: ['originalKey'], cleared: clearedOriginal });
}

async function expireResults(deps: GatewayDeps): Promise<number> {
  const rows = await deps.db
    .selectFrom('compressions')
    .select(keyedColumns)
    .where('resultKey', 'is not', null)
    .where('resultExpiresAt', '<', sql<Date>`clock_timestamp()`)
    .limit(batchSize)
    .execute();
  // Remove finished jobs, because the queue removes them only when other jobs finish. Ignore Redis errors.
  await Promise.allSettled(rows.map((row) => deps.compressionJobs.queue.remove(row.id)));
  const ofRuns = (await Promise.all(rows.map((row) => keysOfResults(deps.storage, row.id)))).flat();
  const removed = await remove(deps, rows, ofRuns, {
    columns: ['resultKey', 'previewKey'],
    cleared: { resultKey: null, previewKey: null },
  });
  // After a crash at this point, the deliveries fail at their next attempt.
  if (removed > 0)
    await failDeliveries(
      deps.db,
      rows.map(({ id }) => id),
    );
  return removed;
}

/**
 * Deletes the objects that the columns reference, except objects shared with other rows, and then clears the columns.
 * This order ensures that after a crash the rows are processed again and no object remains without a row. Uploads do
 * not share objects that expire soon, so that no new row references an object that is being deleted.
 */
async function remove(
  deps: GatewayDeps,
  rows: readonly KeyedRow[],
  more: readonly string[],
  { columns, cleared }: { columns: readonly KeyColumn[]; cleared: Partial<Record<KeyColumn, null>> },
): Promise<number> {
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  const keys = [...more, ...rows.flatMap((row) => namedKeys(row, columns))];
  await deps.storage.delete(await unusedKeys(deps.db, keys, { ids, columns }));
  await deps.db.updateTable('compressions').set(cleared).where('id', 'in', ids).execute();
  return rows.length;
}
