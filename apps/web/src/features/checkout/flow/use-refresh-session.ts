import type { SessionUser } from '@gossamer/contracts/session-user';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { fetchSession } from '../../../lib/fetch-session.ts';
import { rememberSession } from '../../../lib/session.ts';

/**
 * Returns a function that fetches the session again and removes inactive queries from the cache. Resolves with null and
 * changes nothing if there is no session or the request fails.
 */
export function useRefreshSession(): () => Promise<SessionUser | null> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const user = await fetchSession().catch(() => null);
    if (!user) return null;
    rememberSession(queryClient, user);
    // Remove data such as limits and lists, so that it is fetched again when it is next displayed.
    queryClient.removeQueries({ type: 'inactive' });
    return user;
  }, [queryClient]);
}
