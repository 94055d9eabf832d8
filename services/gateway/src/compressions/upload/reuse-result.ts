import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { finalize } from '../results/finalize.ts';
import { discardUpload } from './discard-upload.ts';
import { type CachedResult, shareResult } from './result-cache.ts';

/** Finalizes the row with a cached result. Returns false if this fails; the job must then be enqueued. */
export async function finalizeWithResult(
  deps: GatewayDeps,
  row: CompressionRow,
  cached: CachedResult,
): Promise<boolean> {
  try {
    const { outcome, shared } = await shareResult(deps, row, cached);
    const isFinalized = await finalize(deps, outcome, shared);
    if (isFinalized && shared.columns.originalKey !== row.originalKey) await discardUpload(deps, row.id);
    return isFinalized;
  } catch (error) {
    deps.logger.warn(
      { err: error, compressionId: row.id, requestId: row.requestId },
      'failed to reuse cached result',
    );
    return false;
  }
}

/**
 * Marks the upload as one that reuses no result, because the cached result no longer exists or was produced with too
 * little effort. The upload still does not count against the quota.
 */
export async function compressAfterAll({ db }: GatewayDeps, row: CompressionRow): Promise<void> {
  await db.updateTable('compressions').set({ isReused: false }).where('id', '=', row.id).execute();
  row.isReused = false;
}
