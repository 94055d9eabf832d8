import type { CompressionsFilter } from '@gossamer/contracts/compressions';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { listRefetchMs } from '../../lib/compressions.ts';
import { useLeaveLoggedOut } from '../../lib/use-leave-logged-out.ts';
import type { HistoryList } from './history-list.ts';
import { fetchHistory } from './history-requests.ts';
import { listPath } from './use-history-filter.ts';

/**
 * Query key of the history. It starts with the query key of the recent compressions, so that both are invalidated
 * together.
 */
export const historyKey = ['/api/compressions', 'history'] as const;

/** Query key of the history with the given filter. */
export const listKeyOf = (filter: CompressionsFilter) => [...historyKey, filter] as const;

/**
 * Returns the query for all loaded pages of the history with the given filter. Refetches the first page every 5 s.
 * After the filter has changed, the previous list remains until the new list is loaded.
 */
export function useHistory(filter: CompressionsFilter) {
  const queryClient = useQueryClient();
  const queryKey = listKeyOf(filter);
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      fetchHistory(listPath(filter), () => queryClient.getQueryData<HistoryList>(queryKey), signal),
    placeholderData: keepPreviousData,
    refetchInterval: listRefetchMs,
    refetchOnMount: 'always',
  });
  useLeaveLoggedOut(list.error);
  return list;
}
