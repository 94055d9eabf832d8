import type { CompressionRow } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import { eraseObjects, originalForgotten } from './erase.ts';
import { settle } from './settle.ts';

/**
 * Deletes a compression's files before their time; its row stays. What is still waiting or in work ends as `canceled`,
 * and whatever the worker brings for it later is deleted by the settling side.
 */
export async function deleteNow(deps: GatewayDeps, row: CompressionRow): Promise<void> {
  const { id: compressionId, attempt, requestId } = row;
  if (row.status === 'pending') {
    await settle(deps, { type: 'image.failed', compressionId, attempt, requestId, code: 'canceled' });
  }
  // While Redis is away it stays there: it holds ids and settings, and its run will find no original.
  await deps.compressionJobs.queue.remove(compressionId).catch(() => undefined);
  await eraseObjects(deps, compressionId);
  await deps.db
    .updateTable('compressions')
    .set((update) => ({
      ...originalForgotten,
      resultKey: null,
      previewKey: null,
      resultExpiresAt: update.fn<Date | null>('least', ['resultExpiresAt', update.val(deps.clock())]),
    }))
    .where('id', '=', compressionId)
    .execute();
}
