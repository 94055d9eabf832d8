import { sql, type Updateable } from 'kysely';
import { deleteNow } from '../compression/delete-now.ts';
import { keysOfResults, originalForgotten } from '../compression/erase.ts';
import type { CompressionsTable } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';

const batchSize = 200;
const estimateMs = 10 * 60_000;

/** Deletes the originals and results whose time is over; their rows stay. Returns how many objects went. */
export async function expire(deps: GatewayDeps): Promise<number> {
  const expired = (await all(() => expireOriginals(deps))) + (await all(() => expireResults(deps)));
  await forgetEstimates(deps);
  return expired;
}

/** Whoever asked for an estimate forgets it at once; these are what a crash has left. */
async function forgetEstimates(deps: GatewayDeps): Promise<void> {
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

/** One batch after the other, until one is not full. */
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
    .select(['id', 'originalKey'])
    .where('originalExpiresAt', '<', sql<Date>`clock_timestamp()`)
    .limit(batchSize)
    .execute();
  const keys = rows.map((row) => row.originalKey);
  return remove(deps, rows, keys, originalForgotten);
}

async function expireResults(deps: GatewayDeps): Promise<number> {
  const rows = await deps.db
    .selectFrom('compressions')
    .select('id')
    .where('resultKey', 'is not', null)
    .where('resultExpiresAt', '<', sql<Date>`clock_timestamp()`)
    .limit(batchSize)
    .execute();
  // Their jobs have long ended, but the queue drops them only when others end. While Redis is away they stay.
  await Promise.allSettled(rows.map((row) => deps.compressionJobs.queue.remove(row.id)));
  const keys = (await Promise.all(rows.map((row) => keysOfResults(deps.storage, row.id)))).flat();
  return remove(deps, rows, keys, { resultKey: null, previewKey: null });
}

/** The objects first: a crash in between leaves rows that are done again, never an object that nobody knows. */
async function remove(
  deps: GatewayDeps,
  rows: readonly { id: string }[],
  keys: readonly (string | null)[],
  forgotten: Updateable<CompressionsTable>,
): Promise<number> {
  if (rows.length === 0) return 0;
  await deps.storage.delete(keys.filter((key) => key !== null));
  const ids = rows.map((row) => row.id);
  await deps.db.updateTable('compressions').set(forgotten).where('id', 'in', ids).execute();
  return rows.length;
}
