import { useEffect } from 'react';
import { ApiError } from './api-error.ts';
import { useUnauthorized } from './unauthorized.ts';

/** Nobody is logged in any more. */
export const isLoggedOut = (error: unknown) => error instanceof ApiError && error.code === 'unauthorized';

/** Leads to the login where a request was answered that nobody is logged in any more. */
export function useLeaveLoggedOut(error: unknown): void {
  const logInAgain = useUnauthorized();
  const isOut = isLoggedOut(error);
  useEffect(() => {
    if (isOut) logInAgain();
  }, [isOut, logInAgain]);
}
