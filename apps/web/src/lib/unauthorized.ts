import type { SessionUser } from '@gossamer/contracts/session-user';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../components/ui/toast.tsx';
import { useSession } from './session.ts';

/** Milliseconds between showing the toast and redirecting, so that the user can read the toast (spec.md, section 4). */
const redirectDelayMs = 500;
/** Maximum delay of the redirect in milliseconds if the toast's code cannot be loaded. */
const longestDelayMs = 3_000;

let isLeaving = false;

/**
 * Returns a function that shows a toast and redirects to the login page. The user returns to this page after the login.
 * Repeated calls are ignored.
 */
export function useUnauthorized(): () => void {
  const { t } = useTranslation();
  const showToast = useToast();
  return useCallback(() => {
    if (isLeaving) return;
    isLeaving = true;
    // Reset the flag if the browser restores this page and its state from the back/forward cache.
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
 * Returns the logged-in user. If nobody is logged in, redirects to the login page. Used by screens that require an
 * account.
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
