import type { SessionUser } from '@gossamer/contracts/session-user';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { fetchSession } from '../../../lib/fetch-session.ts';
import { rememberSession } from '../../../lib/session.ts';

/**
 * Asks who is there and on which plan, and lets go of what was read for somebody else. Null when nobody is, or when it
 * cannot be found out: then all stays as it was.
 */
export function useRefreshSession(): () => Promise<SessionUser | null> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const user = await fetchSession().catch(() => null);
    if (!user) return null;
    rememberSession(queryClient, user);
    // Limits, lists and the account page are read again when they are looked at.
    queryClient.removeQueries({ type: 'inactive' });
    return user;
  }, [queryClient]);
}
