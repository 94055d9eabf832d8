import type { SessionUser } from '@gossamer/contracts/session-user';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../components/ui/toast.tsx';
import { useSession } from './session.ts';

/** Milliseconds to read the toast before the redirect (spec.md, section 4). */
const redirectDelayMs = 500;
/** Milliseconds until the redirect if the code of the toast cannot be loaded in time. */
const longestDelayMs = 3_000;

let isLeaving = false;

/** Returns a function that shows a toast and redirects to the login, which returns here. Repeated calls are ignored. */
export function useUnauthorized(): () => void {
  const { t } = useTranslation();
  const showToast = useToast();
  return useCallback(() => {
    if (isLeaving) return;
    isLeaving = true;
    // The back/forward cache restores the page with its state.
    window.addEventListener('pageshow', () => (isLeaving = false), { once: true });
    const leave = () => window.location.assign(loginUrl(window.location));
    const tooLate = setTimeout(leave, longestDelayMs);
    showToast({
      variant: 'destructive',
      title: t('unauthorized.title'),
      description: t('unauthorized.text'),
      onShown: () => {
        clearTimeout(tooLate);
        setTimeout(leave, redirectDelayMs);
      },
    });
  }, [showToast, t]);
}

/** Returns the logged-in user, or redirects to the login and back. For screens that only members can see. */
export function useMembersOnly(): SessionUser | null | undefined {
  const user = useSession();
  const logInAgain = useUnauthorized();
  useEffect(() => {
    if (user === null) logInAgain();
  }, [user, logInAgain]);
  return user;
}

function loginUrl({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return `/api/login?from=${encodeURIComponent(pathname + search)}`;
}
