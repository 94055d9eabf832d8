import type { CompressionPage, ListedCompression } from '../../lib/compressions.ts';

/** All pages that were asked for, as one list, newest first; `nextPath` leads on where it ends. */
export type HistoryList = CompressionPage;

/**
 * The newest page over what is known. What new rows have pushed off that page stays in the list. A page that has nothing
 * in common with the list is further ahead than a page: the list begins anew.
 */
export function withNewestPage(known: HistoryList | undefined, page: CompressionPage): HistoryList {
  if (!known || page.nextPath === undefined) return page;
  const fresh = new Set(page.rows.map(({ id }) => id));
  const older = known.rows.filter(({ id }) => !fresh.has(id));
  if (older.length === known.rows.length) return page;
  return { rows: [...page.rows, ...older], nextPath: older.length > 0 ? known.nextPath : page.nextPath };
}

/** The next page at the end. */
export function withNextPage(known: HistoryList, page: CompressionPage): HistoryList {
  const ids = new Set(known.rows.map(({ id }) => id));
  return { rows: [...known.rows, ...page.rows.filter(({ id }) => !ids.has(id))], nextPath: page.nextPath };
}

/** Rows as they stand now in place of what was known of them. */
export function withRows(known: HistoryList, rows: readonly ListedCompression[]): HistoryList {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { ...known, rows: known.rows.map((row) => byId.get(row.id) ?? row) };
}

/** What the server will say of a row whose files were just deleted. */
export function withDeleted(known: HistoryList, id: string, now: Date): HistoryList {
  const row = known.rows.find((each) => each.id === id);
  if (!row) return known;
  const { originalUrl, downloadUrl, thumbnailUrl, ...record } = row;
  if (row.status === 'processing') {
    return withRows(known, [{ ...record, status: 'failed', code: 'canceled' }]);
  }
  return withRows(known, [{ ...record, expiresAt: now.toISOString() }]);
}
