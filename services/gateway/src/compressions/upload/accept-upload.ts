import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { tryEnqueue } from '../queue/enqueue.ts';
import type { Schedule } from '../queue/schedule.ts';
import { type ScheduleOptions, scheduleByLoad } from '../queue/schedule-by-load.ts';
import { awaitResult, reread } from '../results/await-result.ts';
import { discardUpload } from './discard-upload.ts';
import { findByIdempotencyKey } from './find-by-idempotency-key.ts';
import { type AcceptedRow, insertUpload, type Sender } from './insert-upload.ts';
import { maxPixelsOf } from './plan-limits.ts';
import type { ReceivedUpload } from './received-upload.ts';
import { findCachedResult, isAsThorough } from './result-cache.ts';
import { compressAfterAll, finalizeWithResult } from './reuse-result.ts';

/** Options for processing an upload: effort and wait times. */
export interface Handling extends ScheduleOptions {
  /** Maximum time in milliseconds that the request waits for the result. */
  waitMs: number;
}

/**
 * Accepts an upload: commits its row, enqueues its job and waits for the result. A committed upload is never lost: if
 * the queue is unavailable, the reconciler enqueues the job later. Returns the row after the wait, or the earlier row
 * if the caller's idempotency key was used before.
 * @throws AppError `fleet_busy` if the job would wait too long, and the errors of `insertUpload`
 */
export async function acceptUpload(
  deps: GatewayDeps,
  upload: ReceivedUpload,
  sender: Sender,
  handling: Handling,
): Promise<AcceptedRow> {
  const schedule = await planJob(deps, upload, sender, handling);
  const { effort } = schedule;
  const cached = await findCachedResult(deps, upload, sender.identity, effort).catch(() => undefined);
  const accepted = await deps.stages.time('commit', () => insert(deps, { upload, sender, cached, schedule }));
  if (!accepted) {
    await discardUpload(deps, upload.id);
    return { row: await rowSentBefore(deps, sender), allowance: null };
  }
  const { row, allowance } = accepted;
  deps.counters.accepted(row.source, row.originalSizeBytes);
  if (cached && isAsThorough(cached.earlier, effort) && (await finalizeWithResult(deps, row, cached)))
    return { row: await reread(deps, row), allowance };
  if (row.isReused) await compressAfterAll(deps, row);
  const notice = deps.notices.expect(row.id);
  const isQueued = await tryEnqueue(deps, row, schedule);
  return { row: await awaitResult(deps, row, notice, isQueued ? handling.waitMs : 0), allowance };
}

/**
 * Returns the lane, cost and limits of an upload's job. Deletes the upload if its job would wait too long.
 * @throws AppError `fleet_busy`
 */
async function planJob(
  deps: GatewayDeps,
  upload: ReceivedUpload,
  { identity }: Sender,
  handling: Handling,
): Promise<Schedule> {
  try {
    const maxPixels = maxPixelsOf(deps, upload.original.format, identity);
    return await scheduleByLoad(deps, identity, { ...upload, maxPixels }, handling);
  } catch (error) {
    await discardUpload(deps, upload.id);
    throw error;
  }
}

async function insert(deps: GatewayDeps, accepted: Parameters<typeof insertUpload>[1]) {
  try {
    return await insertUpload(deps, accepted);
  } catch (error) {
    await discardUnlessNamed(deps, accepted.upload.id);
    throw error;
  }
}

async function rowSentBefore(
  deps: GatewayDeps,
  { identity, idempotencyKey }: Sender,
): Promise<CompressionRow> {
  const earlier = await findByIdempotencyKey(deps.db, identity, idempotencyKey ?? '');
  if (!earlier) throw new Error('the compression with this idempotency key no longer exists');
  return earlier;
}

/** Deletes an original unless a row references it: the commit may have succeeded although the reply was lost. */
async function discardUnlessNamed(deps: GatewayDeps, id: string): Promise<void> {
  const row = await deps.db
    .selectFrom('compressions')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
    .catch(() => ({ id }));
  if (row === undefined) await discardUpload(deps, id);
}
