import type { ApiKey } from '@gossamer/contracts/api-keys';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiKeyRequests } from '../../../../lib/api-keys.ts';
import { useLeaveLoggedOut } from '../../../../lib/use-leave-logged-out.ts';

const apiKeysQuery = queryOptions({
  queryKey: ['/api/keys'],
  queryFn: ({ signal }) => apiKeyRequests.list(signal),
  // Always refetch API keys, because each API request updates its key's last-used time.
  refetchOnMount: 'always',
});

/** Returns the query for the member's API keys, newest first. */
export function useApiKeys() {
  const list = useQuery(apiKeysQuery);
  useLeaveLoggedOut(list.error);
  return list;
}

/** Returns functions that update the cached list of API keys without a refetch. */
export function useNoteApiKeys() {
  const queryClient = useQueryClient();
  const note = (change: (known: ApiKey[]) => ApiKey[]) =>
    queryClient.setQueryData(apiKeysQuery.queryKey, (known: ApiKey[] | undefined) => known && change(known));
  return {
    noteMade: (key: ApiKey) => note((known) => [key, ...known]),
    noteRevoked: (id: string) => note((known) => known.filter((key) => key.id !== id)),
  };
}
