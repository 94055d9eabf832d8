import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import type { Expectation } from './await-notices.ts';
import { finalColumns } from './final-columns.ts';

/**
 * Waits for the notification about an accepted upload. Returns the finalized row, or the current row after `waitMs`
 * milliseconds.
 */
export async function awaitResult(
  deps: GatewayDeps,
  row: CompressionRow,
  notice: Expectation,
  waitMs: number,
): Promise<CompressionRow> {
  const finalization = await deps.stages.time('wait', () => notice.within(waitMs));
  // Build the row from the notification, which is sent after the commit, instead of reading the row again.
  if (finalization) return { ...row, ...finalColumns(finalization, deps.config, row) };
  return deps.stages.time('reread', () => reread(deps, row));
}

/** Reads the row of an accepted upload again. Access is not checked, because the row belongs to the caller. */
export async function reread({ db }: GatewayDeps, row: CompressionRow): Promise<CompressionRow> {
  return (await db.selectFrom('compressions').selectAll().where('id', '=', row.id).executeTakeFirst()) ?? row;
}

/**
 * Waits until a compression is finalized. Returns the finalized row, or the current row after a timeout.
 * @param find reads the row again if the caller may still access it
 */
export async function awaitFinalized(
  deps: GatewayDeps,
  row: CompressionRow,
  waitMs: number,
  find: () => Promise<CompressionRow | undefined>,
): Promise<CompressionRow> {
  if (row.status !== 'pending' || waitMs === 0) return row;
  const notice = deps.notices.expect(row.id);
  try {
    // Read the row again, because it may have been finalized before this request subscribed to notifications.
    const now = await find();
    if (now?.status !== 'pending') return now ?? row;
    await notice.within(waitMs);
    return (await find()) ?? now;
  } finally {
    notice.unsubscribe();
  }
}
