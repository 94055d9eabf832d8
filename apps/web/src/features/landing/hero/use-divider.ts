import { type RefObject, useEffect, useState } from 'react';
import { savesData, whenQuiet } from './when-quiet.ts';

/** Where the divider comes to rest by itself. */
const restPercent = 44;

/**
 * The divider between original and result. The original is heavy, so it is fetched when the page is quiet or at the
 * first touch; until it is there nothing of it is shown.
 */
export function useDivider(result: RefObject<HTMLImageElement | null>) {
  const [percent, setPercent] = useState(restPercent);
  const [isWanted, setIsWanted] = useState(false);
  const [isThere, setIsThere] = useState(false);
  const [isTouched, setIsTouched] = useState(false);

  useEffect(() => {
    if (!result.current || savesData()) return;
    let isGone = false;
    // An image that fails leaves the original to the first touch.
    whenQuiet(result.current).then(
      () => !isGone && setIsWanted(true),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [result]);

  const moveTo = (next: number) => {
    setIsWanted(true);
    setIsTouched(true);
    setPercent(Math.min(Math.max(next, 0), 100));
  };
  return {
    percent,
    isWanted,
    isThere,
    /** It slides in by itself, but follows a hand at once. */
    isSliding: isThere && !isTouched,
    moveTo,
    showOriginal: () => setIsThere(true),
  };
}
