import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Scrolls a new screen to its top. On back navigation the browser restores the position. */
export function useScrollToTop(): void {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    if (!isBack) window.scrollTo(0, 0);
  }, [pathname, isBack]);
}
