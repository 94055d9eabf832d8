import type { ApiKey } from '@gossamer/contracts/api-keys';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiKeyRequests } from '../../../../lib/api-keys.ts';
import { useLeaveLoggedOut } from '../../../../lib/use-leave-logged-out.ts';

const apiKeysQuery = queryOptions({
  queryKey: ['/api/keys'],
  queryFn: ({ signal }) => apiKeyRequests.list(signal),
  // Programs use them meanwhile.
  refetchOnMount: 'always',
});

/** The member's keys, newest first. */
export function useApiKeys() {
  const list = useQuery(apiKeysQuery);
  useLeaveLoggedOut(list.error);
  return list;
}

/** Notes what has just been made or revoked, without reading all of it again. */
export function useNoteApiKeys() {
  const queryClient = useQueryClient();
  const note = (change: (known: ApiKey[]) => ApiKey[]) =>
    queryClient.setQueryData(apiKeysQuery.queryKey, (known: ApiKey[] | undefined) => known && change(known));
  return {
    noteMade: (key: ApiKey) => note((known) => [key, ...known]),
    noteRevoked: (id: string) => note((known) => known.filter((key) => key.id !== id)),
  };
}
