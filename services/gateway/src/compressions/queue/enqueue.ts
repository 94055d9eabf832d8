import { priorityOf } from '@gossamer/contracts/queue-priority';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import type { Schedule } from './schedule.ts';

/**
 * Enqueues the job for a committed row, with the row's id as the job id. Enqueuing a job twice has no effect. If Redis
 * is unreachable, the reconciler enqueues the job later.
 */
export async function enqueue(
  deps: GatewayDeps,
  row: CompressionRow,
  { effort, timeoutMs }: Pick<Schedule, 'effort' | 'timeoutMs'>,
): Promise<void> {
  if (row.originalKey === null) throw new Error(`compression ${row.id} has no original`);
  await deps.compressionJobs.add(
    'compress',
    {
      compressionId: row.id,
      attempt: row.attempt,
      originalKey: row.originalKey,
      originalFormat: row.originalFormat,
      originalSizeBytes: row.originalSizeBytes,
      maxPixels: row.maxPixels,
      settings: row.settings,
      effort,
      lane: row.lane,
      ...(timeoutMs && { timeoutMs }),
      requestId: row.requestId,
    },
    { jobId: row.id, priority: priorityOf(row.lane, row.tier, row.rank) },
  );
}

/** Enqueues the job of an accepted upload. Returns false if this fails; the reconciler then enqueues the job later. */
export async function tryEnqueue(
  deps: GatewayDeps,
  row: CompressionRow,
  schedule: Pick<Schedule, 'effort' | 'timeoutMs'>,
): Promise<boolean> {
  try {
    await deps.stages.time('enqueue', () => enqueue(deps, row, schedule));
    return true;
  } catch (error) {
    deps.logger.warn(
      { err: error, compressionId: row.id, requestId: row.requestId },
      'failed to enqueue compression, will retry',
    );
    return false;
  }
}
