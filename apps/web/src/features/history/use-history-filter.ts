import { type CompressionsFilter, compressionsFilter } from '@gossamer/contracts/compressions';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

export type HistoryFilter = {
  filter: CompressionsFilter;
  /** Changes the given conditions. An empty string removes a condition. */
  change: (parts: { [Name in keyof CompressionsFilter]?: string }) => void;
};

/**
 * Returns the filter of the history, which is stored in the URL's query string. A query string with an invalid
 * condition is ignored entirely.
 */
export function useHistoryFilter(): HistoryFilter {
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const filter = useMemo(() => {
    const { success, data } = compressionsFilter.safeParse(Object.fromEntries(new URLSearchParams(query)));
    return success ? data : {};
  }, [query]);
  const change = useCallback<HistoryFilter['change']>(
    (parts) =>
      setParams(
        (last) => {
          for (const [name, value] of Object.entries(parts)) {
            if (value) last.set(name, value);
            else last.delete(name);
          }
          return last;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { filter, change };
}

/** Returns the URL path of the first page of the filtered list. */
export function listPath(filter: CompressionsFilter): string {
  const query = new URLSearchParams(filter).toString();
  return query === '' ? '/api/compressions' : `/api/compressions?${query}`;
}
