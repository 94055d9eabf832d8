import type { CompressOutcome } from '@gossamer/contracts/jobs';
import type { GatewayDeps } from '../deps.ts';
import type { Settlement } from './notices.ts';

/**
 * Ends a compression, once: a compare-and-set on `pending`. Whoever comes second, or for a row that is gone, changes
 * nothing, and the objects it brought are deleted. Returns whether this call settled the row.
 */
export async function settle(deps: GatewayDeps, outcome: CompressOutcome): Promise<boolean> {
  const settlement = { outcome, settledAt: new Date() };
  const settled = await deps.db
    .updateTable('compressions')
    .set(settledColumns(settlement, deps.config.retentionMs))
    .where('id', '=', outcome.compressionId)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst();

  if (settled === undefined) {
    await deleteLosersObjects(deps, outcome);
    return false;
  }
  // Only a convenience for a request that waits: it looks for itself when its time is up.
  await deps.notices.announce(settlement).catch(() => undefined);
  const { compressionId, requestId } = outcome;
  deps.logger.info(
    {
      compressionId,
      requestId,
      outcome: outcome.type,
      ...(outcome.type === 'image.failed' && { code: outcome.code }),
    },
    'settled',
  );
  return true;
}

/** What a settlement changes in its row. */
export function settledColumns(
  { outcome, settledAt }: Settlement,
  retentionMs: GatewayDeps['config']['retentionMs'],
) {
  const after = (durationMs: number) => new Date(settledAt.getTime() + durationMs);
  const ended = { settledAt, originalExpiresAt: after(retentionMs.original) };
  if (outcome.type === 'image.failed') {
    return { ...ended, status: 'failed' as const, failureCode: outcome.code };
  }
  return {
    ...ended,
    status: 'completed' as const,
    resultKey: outcome.resultKey,
    previewKey: outcome.previewKey,
    resultFormat: outcome.format,
    resultSizeBytes: outcome.sizeBytes,
    resultSha256: outcome.sha256,
    widthPx: outcome.widthPx,
    heightPx: outcome.heightPx,
    isAlreadyOptimal: outcome.alreadyOptimal,
    report: outcome.report ?? null,
    resultExpiresAt: after(retentionMs.result),
  };
}

/** The same message twice names the winner's own objects: those stay. */
async function deleteLosersObjects(deps: GatewayDeps, outcome: CompressOutcome): Promise<void> {
  if (outcome.type === 'image.failed') return;
  const row = await deps.db
    .selectFrom('compressions')
    .select(['resultKey', 'previewKey'])
    .where('id', '=', outcome.compressionId)
    .executeTakeFirst();
  const kept = new Set([row?.resultKey, row?.previewKey]);
  await deps.storage.delete([outcome.resultKey, outcome.previewKey].filter((key) => !kept.has(key)));
}
