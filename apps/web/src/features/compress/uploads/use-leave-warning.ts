import { useEffect } from 'react';

/** While `isWorking`, makes the browser ask for confirmation before the page is left. */
export function useLeaveWarning(isWorking: boolean): void {
  useEffect(() => {
    if (!isWorking) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isWorking]);
}
