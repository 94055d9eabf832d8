import { useCallback, useEffect, useRef, useState } from 'react';
import type { CompletedItem, Result } from '../uploads/upload-state.ts';
import { GoneError, type Image, loadOriginal, loadResult, releaseImage } from './load-image.ts';

export type ImageState =
  | { name: 'loading' }
  | { name: 'ready'; image: Image }
  | { name: 'missing'; isGone: boolean };

/** Returns the loading state of an item's original image, or of an earlier result if there is one. */
export function useBefore({ original: file, step: { result } }: CompletedItem, before: Result | undefined) {
  // A new result of the same image has a different URL for the same original. The ref avoids loading the original
  // again.
  const latest = useRef(result);
  useEffect(() => {
    latest.current = result;
  }, [result]);
  return useImage(
    useCallback(
      (signal: AbortSignal) =>
        before ? loadResult(before, signal) : loadOriginal(latest.current, file, signal),
      [before, file],
    ),
  );
}

/** Returns the loading state of an item's compressed image. */
export function useResult({ step: { result } }: CompletedItem) {
  return useImage(useCallback((signal: AbortSignal) => loadResult(result, signal), [result]));
}

/** Loads an image on mount and releases its memory on unmount. */
function useImage(load: (signal: AbortSignal) => Promise<Image>) {
  const [state, setState] = useState<ImageState>({ name: 'loading' });

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let loaded: Image | undefined;
    load(signal).then(
      (image) => {
        if (signal.aborted) return releaseImage(image);
        loaded = image;
        setState({ name: 'ready', image });
      },
      (error: unknown) => {
        if (!signal.aborted) setState({ name: 'missing', isGone: error instanceof GoneError });
      },
    );
    return () => {
      controller.abort();
      if (loaded) releaseImage(loaded);
    };
  }, [load]);

  /** Called if the browser cannot display the loaded image. */
  const markBroken = useCallback(() => setState({ name: 'missing', isGone: false }), []);
  return { state, markBroken };
}
