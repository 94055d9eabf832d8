import type { CompressionPage, ListedCompression } from '../../lib/compressions.ts';

/** All loaded pages as one list, newest first. `nextPath` is the path of the next page. */
export type HistoryList = CompressionPage;

/**
 * Merges the newest page into the loaded rows and keeps older ones. If the page shares no row with the list, it
 * replaces the list, because rows between them may be missing.
 */
export function withNewestPage(known: HistoryList | undefined, page: CompressionPage): HistoryList {
  if (!known || page.nextPath === undefined) return page;
  const fresh = new Set(page.rows.map(({ id }) => id));
  const older = known.rows.filter(({ id }) => !fresh.has(id));
  if (older.length === known.rows.length) return page;
  return { rows: [...page.rows, ...older], nextPath: older.length > 0 ? known.nextPath : page.nextPath };
}

/** Appends the next page without duplicates. */
export function withNextPage(known: HistoryList, page: CompressionPage): HistoryList {
  const ids = new Set(known.rows.map(({ id }) => id));
  return { rows: [...known.rows, ...page.rows.filter(({ id }) => !ids.has(id))], nextPath: page.nextPath };
}

/** Replaces loaded rows with their new versions. */
export function withRows(known: HistoryList, rows: readonly ListedCompression[]): HistoryList {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { ...known, rows: known.rows.map((row) => byId.get(row.id) ?? row) };
}

/** Changes a row in the same way as the server when the row's files are deleted. */
export function withDeleted(known: HistoryList, id: string, now: Date): HistoryList {
  const row = known.rows.find((each) => each.id === id);
  if (!row) return known;
  const { originalUrl, downloadUrl, thumbnailUrl, ...record } = row;
  if (row.status === 'processing') {
    return withRows(known, [{ ...record, status: 'failed', code: 'canceled' }]);
  }
  return withRows(known, [{ ...record, expiresAt: now.toISOString() }]);
}
