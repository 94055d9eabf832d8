import { fetchCompression, fetchPage } from '../../lib/fetch-compressions.ts';
import { type HistoryList, withNewestPage, withRows } from './history-list.ts';

/**
 * Maximum number of compressions in progress that a refresh requests individually, because they are older than the
 * first page.
 */
const maxAskedRows = 10;

/**
 * Returns the refreshed list, whose first page has the given path. Calls `readKnown` after each request, because the user may have loaded another page
 * during the request.
 */
export async function fetchHistory(
  path: string,
  readKnown: () => HistoryList | undefined,
  signal: AbortSignal,
): Promise<HistoryList> {
  const page = await fetchPage(path, signal);
  const fresh = new Set(page.rows.map(({ id }) => id));
  const unsettled = (readKnown()?.rows ?? []).filter(
    ({ id, status }) => status === 'processing' && !fresh.has(id),
  );
  const settled = await Promise.all(
    unsettled.slice(0, maxAskedRows).map((row) => fetchCompression(row.id, signal).catch(() => row)),
  );
  return withRows(withNewestPage(readKnown(), page), settled);
}
