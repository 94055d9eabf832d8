import { useState } from 'react';
import { useUnauthorized } from './unauthorized.ts';
import { isLoggedOut } from './use-leave-logged-out.ts';

/** How it goes with the next page of a list, which `addPage` fetches and adds. */
export function useLoadMore(addPage: () => Promise<void>) {
  const logInAgain = useUnauthorized();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');

  async function load() {
    setState('busy');
    try {
      await addPage();
      setState('idle');
    } catch (error) {
      if (isLoggedOut(error)) logInAgain();
      setState('failed');
    }
  }

  return { state, load };
}
