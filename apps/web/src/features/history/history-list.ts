import type { CompressionPage, ListedCompression } from '../../lib/compressions.ts';

/** All loaded pages of the history as one list, newest first. `nextPath` is the path of the next page. */
export type HistoryList = CompressionPage;

/**
 * Merges the newest page into the loaded list. If the page and the list share no row, the page replaces the list,
 * because rows between them may be missing.
 */
export function withNewestPage(known: HistoryList | undefined, page: CompressionPage): HistoryList {
  if (!known || page.nextPath === undefined) return page;
  const fresh = new Set(page.rows.map(({ id }) => id));
  const older = known.rows.filter(({ id }) => !fresh.has(id));
  if (older.length === known.rows.length) return page;
  return { rows: [...page.rows, ...older], nextPath: older.length > 0 ? known.nextPath : page.nextPath };
}

/** Appends the next page to the list without duplicates. */
export function withNextPage(known: HistoryList, page: CompressionPage): HistoryList {
  const ids = new Set(known.rows.map(({ id }) => id));
  return { rows: [...known.rows, ...page.rows.filter(({ id }) => !ids.has(id))], nextPath: page.nextPath };
}

/** Replaces rows of the list with updated versions. */
export function withRows(known: HistoryList, rows: readonly ListedCompression[]): HistoryList {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { ...known, rows: known.rows.map((row) => byId.get(row.id) ?? row) };
}

/** Updates a row after its files have been deleted. Makes the same changes as the server. */
export function withDeleted(known: HistoryList, id: string, now: Date): HistoryList {
  const row = known.rows.find((each) => each.id === id);
  if (!row) return known;
  const { originalUrl, downloadUrl, thumbnailUrl, ...record } = row;
  if (row.status === 'processing') {
    return withRows(known, [{ ...record, status: 'failed', code: 'canceled' }]);
  }
  return withRows(known, [{ ...record, expiresAt: now.toISOString() }]);
}
