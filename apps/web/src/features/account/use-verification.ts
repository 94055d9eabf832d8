import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { rememberSession, useSession } from '../../lib/session.ts';
import { accountRequests } from './requests.ts';

export type Verification = 'busy' | 'done' | 'invalid' | 'failed';

/** Sends the token from an emailed link to the server once the token is available, and again on `retry`. */
export function useVerification(token: string | null | undefined) {
  const queryClient = useQueryClient();
  const user = useSession();
  const sentToken = useRef<string>(undefined);
  const { isSuccess, error, mutate } = useMutation({
    mutationFn: (known: string) => accountRequests.verifyEmail({ token: known }),
    onSuccess: () => user && rememberSession(queryClient, { ...user, isEmailVerified: true }),
  });

  useEffect(() => {
    if (!token || sentToken.current === token) return;
    sentToken.current = token;
    mutate(token);
  }, [token, mutate]);

  function state(): Verification {
    if (token === null) return 'invalid';
    if (isSuccess) return 'done';
    if (!error) return 'busy';
    return error instanceof ApiError && error.code === 'link_not_valid' ? 'invalid' : 'failed';
  }

  return { state: state(), retry: () => token && mutate(token) };
}
