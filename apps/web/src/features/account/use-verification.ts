import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { rememberSession, useSession } from '../../lib/session.ts';
import { accountRequests } from './requests.ts';

export type Verification = 'busy' | 'done' | 'invalid' | 'failed';

/** Sends the token of a mailed link once it is known, and again on `retry`. */
export function useVerification(token: string | null | undefined) {
  const queryClient = useQueryClient();
  const user = useSession();
  const [state, setState] = useState<Verification>('busy');
  const sentToken = useRef<string>(undefined);
  const latestUser = useRef(user);
  useEffect(() => {
    latestUser.current = user;
  });

  const send = useCallback(async () => {
    if (!token) return setState('invalid');
    setState('busy');
    try {
      await accountRequests.verifyEmail({ token });
      setState('done');
      if (latestUser.current) rememberSession(queryClient, { ...latestUser.current, isEmailVerified: true });
    } catch (error) {
      setState(error instanceof ApiError && error.code === 'link_not_valid' ? 'invalid' : 'failed');
    }
  }, [token, queryClient]);

  useEffect(() => {
    if (token === undefined || sentToken.current === String(token)) return;
    sentToken.current = String(token);
    void send();
  }, [token, send]);

  return { state, retry: () => void send() };
}
