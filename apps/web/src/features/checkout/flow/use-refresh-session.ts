import type { SessionUser } from '@gossamer/contracts/session-user';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { fetchSession } from '../../../lib/fetch-session.ts';
import { rememberSession } from '../../../lib/session.ts';

/**
 * Returns a function that fetches the session again and removes inactive queries from the cache. Resolves to null,
 * without changes, when there is no session or the request fails.
 */
export function useRefreshSession(): () => Promise<SessionUser | null> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const user = await fetchSession().catch(() => null);
    if (!user) return null;
    rememberSession(queryClient, user);
    // Limits, lists and the account page are fetched again when they are shown.
    queryClient.removeQueries({ type: 'inactive' });
    return user;
  }, [queryClient]);
}
