import { useEffect } from 'react';
import { ApiError } from './api-error.ts';
import { useUnauthorized } from './unauthorized.ts';

/** Returns whether an error means that the session has ended. */
export const isLoggedOut = (error: unknown) => error instanceof ApiError && error.code === 'unauthorized';

/** Redirects to the login page if the error of a request means that the session has ended. */
export function useLeaveLoggedOut(error: unknown): void {
  const logInAgain = useUnauthorized();
  const isOut = isLoggedOut(error);
  useEffect(() => {
    if (isOut) logInAgain();
  }, [isOut, logInAgain]);
}
