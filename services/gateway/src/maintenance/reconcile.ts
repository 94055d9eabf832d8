import { compressOutcome } from '@gossamer/contracts/jobs';
import type { Job } from 'bullmq';
import { sql } from 'kysely';
import { enqueue } from '../compressions/queue/enqueue.ts';
import { finalize } from '../compressions/results/finalize.ts';
import type { CompressionRow } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';

export interface ReconcileOptions {
  /** Minimum time in milliseconds between two checks of the same row. */
  idleMs: number;
  /** Age in milliseconds after which a row is finalized as failed, regardless of the state of its job. */
  giveUpMs: number;
}

const batchSize = 200;

/**
 * Ensures that every accepted compression is finalized. Compares pending rows with the queue: a row without a live job
 * is enqueued again, and a finished job whose message was lost is finalized with its return value. Returns the number
 * of checked rows.
 */
export async function reconcile(deps: GatewayDeps, options: ReconcileOptions): Promise<number> {
  // Throw if Redis is unreachable, before any rows are marked as checked. Marked rows are skipped for a while.
  await deps.redis.ping();
  const rows = await claimPending(deps, options.idleMs);
  for (const row of rows) {
    await reconcileRow(deps, row, options).catch((error: unknown) =>
      deps.logger.warn({ err: error, compressionId: row.id }, 'failed to reconcile compression'),
    );
  }
  return rows.length;
}

/** Claims the pending rows that were checked least recently. Concurrent processes claim different rows. */
async function claimPending(deps: GatewayDeps, idleMs: number): Promise<CompressionRow[]> {
  const due = deps.db
    .selectFrom('compressions')
    .select('id')
    .where('status', '=', 'pending')
    .where('checkedAt', '<', sql<Date>`clock_timestamp() - make_interval(secs => ${idleMs / 1_000})`)
    .orderBy('checkedAt')
    .limit(batchSize)
    .forUpdate()
    .skipLocked();
  return deps.db
    .updateTable('compressions')
    .set({ checkedAt: sql<Date>`clock_timestamp()` })
    .where('id', 'in', due)
    .returningAll()
    .execute();
}

async function reconcileRow(
  deps: GatewayDeps,
  row: CompressionRow,
  options: ReconcileOptions,
): Promise<void> {
  if (Date.now() - row.createdAt.getTime() > options.giveUpMs) return fail(deps, row);
  const job: Job | undefined = await deps.compressionJobs.queue.getJob(row.id);
  const state = (await job?.getState()) ?? 'unknown';
  if (state === 'unknown') return enqueueAgain(deps, row);
  if (state === 'completed') {
    const outcome = compressOutcome.safeParse(job?.returnvalue);
    if (!outcome.success) return fail(deps, row);
    if (await finalize(deps, outcome.data)) deps.counters.reconciled('replayed');
    return;
  }
  // The job has failed without an outcome, because its engine process or worker was killed too often.
  if (state === 'failed') await fail(deps, row);
}

async function enqueueAgain(deps: GatewayDeps, row: CompressionRow): Promise<void> {
  const next = await deps.db
    .updateTable('compressions')
    .set((update) => ({ attempt: update('attempt', '+', 1) }))
    .where('id', '=', row.id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
  if (next === undefined) return;
  // Choose the effort based on the lane, because the effort chosen at upload time is not stored.
  await enqueue(deps, next, { effort: next.lane === 'long' ? 'fast' : 'thorough', timeoutMs: undefined });
  deps.counters.reconciled('enqueued');
  deps.logger.info(
    { compressionId: row.id, requestId: row.requestId, attempt: next.attempt },
    'requeued compression',
  );
}

async function fail(deps: GatewayDeps, row: CompressionRow): Promise<void> {
  const { id: compressionId, attempt, requestId } = row;
  const code = 'processing_failed';
  const isFinalized = await finalize(deps, { type: 'image.failed', compressionId, attempt, requestId, code });
  if (isFinalized) deps.counters.reconciled('given_up');
}
