import type { EnginePace } from '@gossamer/contracts/engine-report';
import type { InputFormat } from '@gossamer/contracts/formats';
import { compressWaitMs, formatMaxPixels, planLimits } from '@gossamer/contracts/limits';
import { enqueue } from '../compression/enqueue.ts';
import { findByIdempotencyKey, findCompression, insertCompression } from '../compression/queries.ts';
import { settle, settledColumns } from '../compression/settle.ts';
import type { CompressionRow } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import { findOwnResult, returnItself } from './own-result.ts';
import type { ReceivedUpload } from './receive-upload.ts';

export interface Sender {
  owner: string;
  requestId: string;
  idempotencyKey: string | undefined;
  /** How the picture should be compressed, as busy as the fleet is. */
  pace: EnginePace;
}

/**
 * Accepts an upload: commits its row, enqueues its job and waits up to two seconds for the end. From the commit on it
 * is never lost; should the queue be away, the reconciler enqueues it later.
 * Returns the row as it is then; the earlier one if the sender's idempotency key was used before.
 */
export async function acceptUpload(
  deps: GatewayDeps,
  upload: ReceivedUpload,
  sender: Sender,
): Promise<CompressionRow> {
  const [row, earlier] = await Promise.all([
    deps.stages.time('commit', () => insertRow(deps, upload, sender)),
    findOwnResult(deps, upload).catch(() => undefined),
  ]);
  if (row.id !== upload.id) {
    await deps.storage.delete([upload.original.key]);
    return row;
  }
  const isReturned = earlier !== undefined && (await settleWithItself(deps, row, earlier));
  if (!isReturned) return enqueueAndWait(deps, row, sender.pace);
  return (await findCompression(deps.db, row.owner, row.id)) ?? row;
}

/** Whether it could be done; if not, the job goes its usual way. */
async function settleWithItself(
  deps: GatewayDeps,
  row: CompressionRow,
  earlier: CompressionRow,
): Promise<boolean> {
  try {
    return await settle(deps, await returnItself(deps, row, earlier));
  } catch (error) {
    deps.logger.warn(
      { err: error, compressionId: row.id, requestId: row.requestId },
      'not returned as it is',
    );
    return false;
  }
}

/** The row as it is when the job is done, or after two seconds. */
async function enqueueAndWait(
  deps: GatewayDeps,
  row: CompressionRow,
  pace: EnginePace,
): Promise<CompressionRow> {
  const { stages } = deps;
  const notice = deps.notices.expect(row.id);
  const isQueued = await stages
    .time('enqueue', () => enqueue(deps, row, pace))
    .then(
      () => true,
      (error: unknown) => {
        deps.logger.warn({ err: error, compressionId: row.id, requestId: row.requestId }, 'not enqueued yet');
        return false;
      },
    );
  const settlement = await stages.time('wait', () => notice.within(isQueued ? compressWaitMs : 0));
  // It was committed before it was told, so the row need not be read again.
  if (settlement) return { ...row, ...settledColumns(settlement, deps.config.retentionMs) };
  return (await stages.time('reread', () => findCompression(deps.db, row.owner, row.id))) ?? row;
}

async function insertRow(deps: GatewayDeps, upload: ReceivedUpload, sender: Sender): Promise<CompressionRow> {
  try {
    const inserted = await insertCompression(deps.db, toRow(upload, sender));
    if (inserted) return inserted;
  } catch (error) {
    // No row, so not accepted. Should the commit have gone through unheard, the sweeper spares the original.
    throw await withoutOriginal(deps, upload, error);
  }
  const earlier = await findByIdempotencyKey(deps.db, sender.owner, sender.idempotencyKey ?? '');
  if (!earlier) throw new Error('the row that held the idempotency key is gone');
  return earlier;
}

/** Deletes the original only when it is certain that no row names it. */
async function withoutOriginal(deps: GatewayDeps, upload: ReceivedUpload, error: unknown): Promise<unknown> {
  const row = await deps.db
    .selectFrom('compressions')
    .select('id')
    .where('id', '=', upload.id)
    .executeTakeFirst()
    .catch(() => ({ id: upload.id }));
  if (row === undefined) await deps.storage.delete([upload.original.key]);
  return error;
}

function maxPixelsOf(format: InputFormat): number {
  const { maxPixels } = planLimits.free;
  return format === 'heic' ? Math.min(maxPixels, formatMaxPixels.heic) : maxPixels;
}

function toRow(upload: ReceivedUpload, sender: Sender) {
  return {
    id: upload.id,
    owner: sender.owner,
    idempotencyKey: sender.idempotencyKey ?? null,
    requestId: sender.requestId,
    originalFilename: upload.filename,
    originalFormat: upload.original.format,
    originalSizeBytes: upload.original.sizeBytes,
    originalSha256: upload.original.sha256,
    originalKey: upload.original.key,
    settings: JSON.stringify(upload.settings),
    maxPixels: maxPixelsOf(upload.original.format),
    isSample: upload.isSample,
  };
}
