import { sql, type Updateable } from 'kysely';
import type { CompressionsTable } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';

const batchSize = 200;

/** Deletes the originals and results whose time is over; their rows stay. Returns how many objects went. */
export async function expire(deps: GatewayDeps): Promise<number> {
  return (await all(() => expireOriginals(deps))) + (await all(() => expireResults(deps)));
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
  return remove(deps, rows, keys, { originalKey: null, originalExpiresAt: null });
}

async function expireResults(deps: GatewayDeps): Promise<number> {
  const rows = await deps.db
    .selectFrom('compressions')
    .select('id')
    .where('resultKey', 'is not', null)
    .where('resultExpiresAt', '<', sql<Date>`clock_timestamp()`)
    .limit(batchSize)
    .execute();
  const keys = (await Promise.all(rows.map((row) => keysOfAllRuns(deps, row.id)))).flat();
  return remove(deps, rows, keys, { resultKey: null, previewKey: null });
}

/** What runs that came second or were killed have left goes too. */
async function keysOfAllRuns(deps: GatewayDeps, id: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of deps.storage.list(`results/${id}/`)) keys.push(key);
  return keys;
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
