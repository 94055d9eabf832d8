import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * Scrolls to the top after navigation to another screen. On back navigation, the browser restores the scroll position.
 */
export function useScrollToTop(): void {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    if (!isBack) window.scrollTo(0, 0);
  }, [pathname, isBack]);
}
