import { mailToken } from '@gossamer/contracts/accounts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The token of a mailed link, taken out of the address at once so that it is neither kept in the history nor passed on.
 * Undefined until the page is alive, null where there is none that could be valid.
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
