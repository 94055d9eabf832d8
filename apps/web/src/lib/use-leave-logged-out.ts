import { useEffect } from 'react';
import { ApiError } from './api-error.ts';
import { useUnauthorized } from './unauthorized.ts';

/** Returns whether an error means that the user is no longer logged in. */
export const isLoggedOut = (error: unknown) => error instanceof ApiError && error.code === 'unauthorized';

/** Redirects to the login if the error of a request means that the user is no longer logged in. */
export function useLeaveLoggedOut(error: unknown): void {
  const logInAgain = useUnauthorized();
  const isOut = isLoggedOut(error);
  useEffect(() => {
    if (isOut) logInAgain();
  }, [isOut, logInAgain]);
}
