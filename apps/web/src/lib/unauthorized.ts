import type { SessionUser } from '@gossamer/contracts/session-user';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../components/ui/toast.tsx';
import { useSession } from './session.ts';

/** Milliseconds in which the toast can be read before the redirect (spec.md, section 4). */
const redirectDelayMs = 500;
/** Maximum milliseconds until the redirect if the code of the toast cannot be loaded. */
const longestDelayMs = 3_000;

let isLeaving = false;

/**
 * Returns a function that shows a toast and redirects to the login page, which leads back to this page. Ignores
 * repeated calls.
 */
export function useUnauthorized(): () => void {
  const { t } = useTranslation();
  const showToast = useToast();
  return useCallback(() => {
    if (isLeaving) return;
    isLeaving = true;
    // Reset the flag if the back/forward cache restores the page with its state.
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

/**
 * Returns the logged-in user. Without a session, redirects to the login page, which leads back. Used by screens for
 * members only.
 */
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
