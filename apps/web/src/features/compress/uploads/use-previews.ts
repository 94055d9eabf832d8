import { useEffect, useRef } from 'react';
import type { Uploads } from './use-uploads.ts';

/** The code that creates previews is lazy-loaded, because it is not needed before the first file. */
const loadMaker = () => import('../previews/make-preview.ts').catch(() => undefined);

/** Creates the local previews one after another. Revokes a preview's URL when its item can no longer be restored. */
export function usePreviews({ state, dispatch }: Pick<Uploads, 'state' | 'dispatch'>): void {
  /**
   * Object URLs of the previews by item key. The URL is undefined while the preview is being created and if that
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
