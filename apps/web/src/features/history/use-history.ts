import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listRefetchMs } from '../../lib/compressions.ts';
import { useLeaveLoggedOut } from '../../lib/use-leave-logged-out.ts';
import type { HistoryList } from './history-list.ts';
import { fetchHistory } from './history-requests.ts';

/**
 * Query key of the history. It starts with the query key of the recent compressions, so that both are invalidated
 * together.
 */
export const historyKey = ['/api/compressions', 'history'] as const;

/** Returns the query for all loaded pages of the history. Refetches the first page every 5 s. */
export function useHistory() {
  const queryClient = useQueryClient();
  const list = useQuery({
    queryKey: historyKey,
    queryFn: ({ signal }) => fetchHistory(() => queryClient.getQueryData<HistoryList>(historyKey), signal),
    refetchInterval: listRefetchMs,
    refetchOnMount: 'always',
  });
  useLeaveLoggedOut(list.error);
  return list;
}
