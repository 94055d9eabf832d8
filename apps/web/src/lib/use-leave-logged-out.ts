import { useEffect } from 'react';
import { ApiError } from './api-error.ts';
import { useUnauthorized } from './unauthorized.ts';

export const isLoggedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

/** Leads to the login where a request was answered that nobody is logged in any more. */
export function useLeaveLoggedOut(error: unknown): void {
  const logInAgain = useUnauthorized();
  const isOut = isLoggedOut(error);
  useEffect(() => {
    if (isOut) logInAgain();
  }, [isOut, logInAgain]);
}
