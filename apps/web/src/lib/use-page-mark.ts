import { useLayoutEffect } from 'react';

/** Parts of the page that change the layout of other parts while they are shown. */
type PageMark = 'actionBar' | 'comparison' | 'consent' | 'accountForm';

/**
 * Marks the root element while `isShown` is true and the component is mounted, so that other parts of the page can make
 * space. `:has()` would do the same, but it recalculates the styles of the whole page when any element is added.
 */
export function usePageMark(mark: PageMark, isShown = true): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (!isShown) return;
    dataset[mark] = '';
    return () => {
      delete dataset[mark];
    };
  }, [mark, isShown]);
}

/** Returns whether a part of the page is marked. */
export const hasPageMark = (mark: PageMark): boolean => mark in document.documentElement.dataset;
