import { mailToken } from '@gossamer/contracts/accounts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Returns the token from an emailed link and removes it from the URL, so that it does not remain in the browser history
 * or leak through the Referer header. Returns undefined before hydration, and null if the token is missing or
 * malformed.
 */
export function useMailToken(): string | null | undefined {
  const [params, setParams] = useSearchParams();
  const [token, setToken] = useState<string | null>();
  const given = params.get('token');

  useEffect(() => {
    setToken((known) => known ?? mailToken.safeParse(given).data ?? null);
    if (given === null) return;
    const rest = new URLSearchParams(params);
    rest.delete('token');
    setParams(rest, { replace: true });
  }, [given, params, setParams]);

  return token;
}
