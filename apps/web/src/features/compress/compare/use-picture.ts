import { useCallback, useEffect, useState } from 'react';
import type { CompletedItem } from '../uploads/upload-state.ts';
import { GoneError, loadOriginal, loadResult, type Picture, releasePicture } from './load-picture.ts';

export type PictureState =
  | { name: 'loading' }
  | { name: 'ready'; picture: Picture }
  | { name: 'missing'; isGone: boolean };

/** What was sent. */
export function useOriginal({ original: file, step: { result } }: CompletedItem) {
  return usePicture(useCallback((signal: AbortSignal) => loadOriginal(result, file, signal), [result, file]));
}

/** What came out. */
export function useResult({ step: { result } }: CompletedItem) {
  return usePicture(useCallback((signal: AbortSignal) => loadResult(result, signal), [result]));
}

/** A picture that is fetched while it is shown, and given back afterwards. */
function usePicture(load: (signal: AbortSignal) => Promise<Picture>) {
  const [state, setState] = useState<PictureState>({ name: 'loading' });

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let loaded: Picture | undefined;
    load(signal).then(
      (picture) => {
        if (signal.aborted) return releasePicture(picture);
        loaded = picture;
        setState({ name: 'ready', picture });
      },
      (error: unknown) => {
        if (!signal.aborted) setState({ name: 'missing', isGone: error instanceof GoneError });
      },
    );
    return () => {
      controller.abort();
      if (loaded) releasePicture(loaded);
    };
  }, [load]);

  /** The bytes came, yet the browser cannot show them. */
  const markBroken = useCallback(() => setState({ name: 'missing', isGone: false }), []);
  return { state, markBroken };
}
