import { type RefObject, useEffect, useState } from 'react';
import { savesData, whenQuiet } from './when-quiet.ts';

/** Initial position of the divider, in percent. */
const restPercent = 44;

/**
 * Returns the state of the divider between original and result. The original is a large file, so it is not loaded until
 * the page is idle or the user moves the divider.
 */
export function useDivider(result: RefObject<HTMLImageElement | null>) {
  const [percent, setPercent] = useState(restPercent);
  const [isWanted, setIsWanted] = useState(false);
  const [isThere, setIsThere] = useState(false);
  const [isTouched, setIsTouched] = useState(false);

  useEffect(() => {
    if (!result.current || savesData()) return;
    let isGone = false;
    // If the result cannot be loaded, the original is not loaded until the user moves the divider.
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
    /** Whether changes to the divider's position are animated. True only before the first interaction. */
    isSliding: isThere && !isTouched,
    moveTo,
    showOriginal: () => setIsThere(true),
  };
}
