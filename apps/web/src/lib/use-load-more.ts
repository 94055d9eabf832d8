import { useState } from 'react';
import { useUnauthorized } from './unauthorized.ts';
import { isLoggedOut } from './use-leave-logged-out.ts';

/** Returns the state of loading the next page of a list, and a function that loads it with `addPage`. */
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
