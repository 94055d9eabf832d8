import { sql } from 'kysely';
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
  // The object first: a crash in between leaves a row that is done again, never an object nobody knows.
  await deps.storage.delete(rows.flatMap((row) => row.originalKey ?? []));
  if (rows.length > 0) {
    await deps.db
      .updateTable('compressions')
      .set({ originalKey: null, originalExpiresAt: null })
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute();
  }
  return rows.length;
}

async function expireResults(deps: GatewayDeps): Promise<number> {
  const rows = await deps.db
    .selectFrom('compressions')
    .select(['id', 'resultKey', 'previewKey'])
    .where('resultKey', 'is not', null)
    .where('resultExpiresAt', '<', sql<Date>`clock_timestamp()`)
    .limit(batchSize)
    .execute();
  await deps.storage.delete(rows.flatMap((row) => [row.resultKey ?? [], row.previewKey ?? []].flat()));
  if (rows.length > 0) {
    await deps.db
      .updateTable('compressions')
      .set({ resultKey: null, previewKey: null })
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute();
  }
  return rows.length;
}
