import { useEffect } from 'react';

/** While `isWorking` is true, the browser asks for confirmation before the user leaves the page. */
export function useLeaveWarning(isWorking: boolean): void {
  useEffect(() => {
    if (!isWorking) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isWorking]);
}
