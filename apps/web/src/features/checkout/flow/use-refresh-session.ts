import type { SessionUser } from '@gossamer/contracts/session-user';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { fetchSession } from '../../../lib/fetch-session.ts';
import { rememberSession } from '../../../lib/session.ts';

/**
 * Returns a function that refetches the session and removes inactive queries from the cache. If there is no session or
 * the request fails, it resolves with null and changes nothing.
 */
export function useRefreshSession(): () => Promise<SessionUser | null> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const user = await fetchSession().catch(() => null);
    if (!user) return null;
    rememberSession(queryClient, user);
    // Remove cached limits and lists, so that they are refetched when they are displayed again.
    queryClient.removeQueries({ type: 'inactive' });
    return user;
  }, [queryClient]);
}
