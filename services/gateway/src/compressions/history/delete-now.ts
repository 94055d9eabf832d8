import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { failDeliveries } from '../deliveries/end-deliveries.ts';
import { clearedOriginal, eraseObjects } from '../results/erase.ts';
import { finalize } from '../results/finalize.ts';
import { type KeyedRow, keyedColumns } from '../results/unused-keys.ts';

/**
 * Deletes the files of a compression before they expire, and keeps its row. A pending compression fails with
 * the code `canceled`. If a worker stores its result later, `finalize` deletes the result.
 */
export async function deleteNow(deps: GatewayDeps, row: CompressionRow): Promise<void> {
  const { id: compressionId, attempt, requestId } = row;
  if (row.status === 'pending') {
    await finalize(deps, { type: 'image.failed', compressionId, attempt, requestId, code: 'canceled' });
  }
  // If Redis is unreachable, the job remains in the queue. The remaining job is harmless, because it contains only ids
  // and settings and fails when a worker runs it.
  await deps.compressionJobs.queue.remove(compressionId).catch(() => undefined);
  await eraseObjects(deps, { ...row, ...(await clearKeys(deps, compressionId)) });
}

/**
 * Clears the storage keys in a row, fails its pending deliveries and returns the previous keys. The change is committed
 * before the objects are deleted, because another row may be about to share the objects and checks this row first
 * (docs/decisions/0040).
 */
function clearKeys({ db, clock }: GatewayDeps, id: string): Promise<KeyedRow | undefined> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('compressions')
      .select(keyedColumns)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    await trx
      .updateTable('compressions')
      .set((update) => ({
        ...clearedOriginal,
        resultKey: null,
        previewKey: null,
        resultExpiresAt: update.fn<Date | null>('least', ['resultExpiresAt', update.val(clock())]),
      }))
      .where('id', '=', id)
      .execute();
    await failDeliveries(trx, [id]);
    return before;
  });
}
