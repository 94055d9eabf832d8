import type { SessionUser } from '@gossamer/contracts/session-user';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../components/ui/toast.tsx';
import { useSession } from './session.ts';

/** spec.md section 4: the toast can be read before the browser leaves. */
const redirectDelayMs = 500;
/** The toast's own code may be on its way, or not come at all. */
const longestDelayMs = 3_000;

let isLeaving = false;

/** Says that nobody is logged in and leads to the login, from where one comes back here. Calling twice does it once. */
export function useUnauthorized(): () => void {
  const { t } = useTranslation();
  const showToast = useToast();
  return useCallback(() => {
    if (isLeaving) return;
    isLeaving = true;
    // Coming back by the browser's own button finds the page as it was left.
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

/** For screens of members: whoever is not logged in is led to the login, and from there back. */
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
