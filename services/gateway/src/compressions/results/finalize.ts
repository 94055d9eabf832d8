import { isCountedFailure } from '@gossamer/contracts/errors';
import type { CompressOutcome } from '@gossamer/contracts/jobs';
import { type Kysely, sql } from 'kysely';
import type { CompressionRow, GatewayTables } from '../../db/schema.ts';
import { toColumns } from '../../db/to-columns.ts';
import type { GatewayDeps } from '../../deps.ts';
import { releaseQuota } from '../../limits/release-quota.ts';
import { announce } from './announce.ts';
import { finalColumns } from './final-columns.ts';
import type { Finalization } from './finalization.ts';
import { holdObjects, type SharedObjects } from './shared-objects.ts';
import { keyedColumns, namedKeys, variantKeys } from './unused-keys.ts';

/**
 * Finalizes a compression exactly once, by compare-and-set on the status `pending`. A second outcome, or an outcome for
 * a deleted row, has no effect, and its objects are deleted. A failure that used little engine time releases the quota.
 * Returns whether this call finalized the row.
 * @param shared the objects of an earlier row that are reused as the result; if absent, the row has its own objects
 */
export async function finalize(
  deps: GatewayDeps,
  outcome: CompressOutcome,
  shared?: SharedObjects,
): Promise<boolean> {
  const finalization = { outcome, finalizedAt: new Date() };
  const finalized = await finalizeRow(deps, finalization, shared);
  if (!finalized) {
    // Do not delete shared objects, which belong to an earlier row.
    if (!shared) await deleteLosersObjects(deps, outcome);
    return false;
  }
  deps.counters.finalized(outcome, finalized.source);
  // Ignore notification errors, because waiting requests read the row again when their wait expires.
  await announce(deps, finalization).catch(() => undefined);
  const { compressionId, requestId } = outcome;
  deps.logger.info(
    {
      compressionId,
      requestId,
      outcome: outcome.type,
      ...(outcome.type === 'image.failed' && { code: outcome.code }),
    },
    'finalized compression',
  );
  return true;
}

type FinalizedRow = Pick<CompressionRow, 'quotaWindow' | 'quotaSubjects' | 'source'>;

async function finalizeRow(
  { db, config }: GatewayDeps,
  finalization: Finalization,
  shared: SharedObjects | undefined,
): Promise<FinalizedRow | undefined> {
  const { outcome } = finalization;
  if (shared) {
    return db.transaction().execute(async (trx) => {
      const isHeld = await holdObjects(trx, shared);
      return isHeld ? compareAndSet(trx, finalization, config, shared.columns) : undefined;
    });
  }
  if (outcome.type === 'image.compressed') return compareAndSet(db, finalization, config);
  return db.transaction().execute(async (trx) => {
    const row = await compareAndSet(trx, finalization, config);
    if (row && !isCountedFailure(outcome.code)) await releaseQuota(trx, row);
    return row;
  });
}

/** Finalizes the row if it is pending, and inserts its webhook deliveries in the same statement. */
async function compareAndSet(
  db: Kysely<GatewayTables>,
  finalization: Finalization,
  config: GatewayDeps['config'],
  more?: SharedObjects['columns'],
): Promise<FinalizedRow | undefined> {
  const columns = {
    ...finalColumns(finalization, config, { tier: 'visitor', source: 'web', originalExpiresAt: null }),
    ...more,
  };
  const ofApiClient = finalColumns(finalization, config, {
    tier: 'pro',
    source: 'api',
    originalExpiresAt: null,
  });
  const { rows } = await sql<FinalizedRow>`select * from finalize_compression(
    ${finalization.outcome.compressionId}, ${toColumns(columns)}::jsonb,
    ${ofApiClient.originalExpiresAt}, ${ofApiClient.resultExpiresAt})`.execute(db);
  return rows[0];
}

/**
 * Deletes the objects of an outcome that lost the compare-and-set. Keeps objects that the row references: in that case,
 * the message was a duplicate. If the row was deleted, deletes all objects.
 */
async function deleteLosersObjects(deps: GatewayDeps, outcome: CompressOutcome): Promise<void> {
  // The outcome `canceled` has no objects, and the request that canceled the compression removes the job from the
  // queue.
  if (outcome.type === 'image.failed' && outcome.code === 'canceled') return;
  const { compressionId } = outcome;
  const row = await deps.db
    .selectFrom('compressions')
    .select([...keyedColumns, 'failureCode'])
    .where('id', '=', compressionId)
    .executeTakeFirst();
  if (outcome.type === 'image.compressed') {
    const kept = new Set(row && namedKeys(row));
    const keys = [outcome.resultKey, outcome.previewKey, ...variantKeys(outcome)];
    await deps.storage.delete(keys.filter((key) => !kept.has(key)));
  }
  // Remove the job only if the row was deleted or the compression was canceled.
  if (row && row.failureCode !== 'canceled') return;
  const isRemoved = await deps.compressionJobs.queue.remove(compressionId);
  // Throw an error, so that the message is retried after the worker has completed the job. The worker sends the outcome
  // before it completes the job.
  if (!isRemoved) throw new Error(`the job of the deleted compression ${compressionId} is still active`);
}
