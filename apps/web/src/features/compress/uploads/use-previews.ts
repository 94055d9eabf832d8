import { useEffect, useRef } from 'react';
import type { Uploads } from './use-uploads.ts';

/** The code that creates previews is lazy-loaded, because it is not needed until a file is added. */
const loadMaker = () => import('../previews/make-preview.ts').catch(() => undefined);

/**
 * Creates local previews one at a time. Revokes the object URL of a preview once its item can no longer be restored.
 */
export function usePreviews({ state, dispatch }: Pick<Uploads, 'state' | 'dispatch'>): void {
  /**
   * Object URLs of previews by item key. A URL is undefined while the preview is being created or if creating it
   * failed.
   */
  const { current: urls } = useRef(new Map<string, string | undefined>());
  const lastJob = useRef(Promise.resolve());

  useEffect(() => {
    async function make(key: string, file: File) {
      if (!urls.has(key)) return;
      const previewUrl = await (await loadMaker())?.makePreview(file);
      if (previewUrl === undefined) return;
      if (!urls.has(key)) return URL.revokeObjectURL(previewUrl);
      urls.set(key, previewUrl);
      dispatch({ type: 'previewMade', key, previewUrl });
    }

    for (const { key, original } of state.items) {
      if (!original || urls.has(key)) continue;
      urls.set(key, undefined);
      lastJob.current = lastJob.current.then(() => make(key, original));
    }
    const kept = new Set([...state.items, ...state.cleared].map(({ key }) => key));
    for (const [key, url] of [...urls].filter(([key]) => !kept.has(key))) {
      urls.delete(key);
      if (url) URL.revokeObjectURL(url);
    }
  }, [state.items, state.cleared, dispatch, urls]);
}
