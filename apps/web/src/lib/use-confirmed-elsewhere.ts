import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchSession } from './fetch-session.ts';
import { rememberSession, useSession } from './session.ts';

/** Notices an address that was confirmed in another tab: reads the session again when the page becomes visible. */
export function useConfirmedElsewhere(): void {
  const queryClient = useQueryClient();
  const isWaiting = useSession()?.isEmailVerified === false;
  useEffect(() => {
    if (!isWaiting) return;
    async function refresh(): Promise<void> {
      if (document.visibilityState !== 'visible') return;
      // The page stays as it is when the session cannot be read.
      const user = await fetchSession().catch(() => null);
      if (user) rememberSession(queryClient, user);
    }
    const onVisible = () => void refresh();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [isWaiting, queryClient]);
}
