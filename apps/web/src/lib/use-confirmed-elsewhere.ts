import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchSession } from './fetch-session.ts';
import { rememberSession, useSession } from './session.ts';

/**
 * Refetches the session when the page becomes visible, because the email address may have been confirmed in another
 * tab.
 */
export function useConfirmedElsewhere(): void {
  const queryClient = useQueryClient();
  const isWaiting = useSession()?.isEmailVerified === false;
  useEffect(() => {
    if (!isWaiting) return;
    async function refresh(): Promise<void> {
      if (document.visibilityState !== 'visible') return;
      // If the session cannot be fetched, leave the page unchanged.
      const user = await fetchSession().catch(() => null);
      if (user) rememberSession(queryClient, user);
    }
    const onVisible = () => void refresh();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [isWaiting, queryClient]);
}
