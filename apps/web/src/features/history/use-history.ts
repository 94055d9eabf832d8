import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listRefetchMs } from '../../lib/compressions.ts';
import { useLeaveLoggedOut } from '../../lib/use-leave-logged-out.ts';
import type { HistoryList } from './history-list.ts';
import { fetchHistory } from './history-requests.ts';

/** Begins like the key of the newest compressions, so that it is refreshed with them. */
export const historyKey = ['/api/compressions', 'history'] as const;

/** The list as far as it was asked for, its first page read again every 5 s. */
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
