import { fetchCompression, fetchPage } from '../../lib/fetch-compressions.ts';
import { type HistoryList, withNewestPage, withRows } from './history-list.ts';

/** Maximum number of processing rows beyond the first page that one refresh requests. */
const maxAskedRows = 10;

/** Returns the refreshed list. Calls `readKnown` after each request, as a page may have been added meanwhile. */
export async function fetchHistory(
  readKnown: () => HistoryList | undefined,
  signal: AbortSignal,
): Promise<HistoryList> {
  const page = await fetchPage(undefined, signal);
  const fresh = new Set(page.rows.map(({ id }) => id));
  const unsettled = (readKnown()?.rows ?? []).filter(
    ({ id, status }) => status === 'processing' && !fresh.has(id),
  );
  const settled = await Promise.all(
    unsettled.slice(0, maxAskedRows).map((row) => fetchCompression(row.id, signal).catch(() => row)),
  );
  return withRows(withNewestPage(readKnown(), page), settled);
}
