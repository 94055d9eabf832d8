import { useEffect, useEffectEvent, useState } from 'react';
import { droppedFiles, hasFiles } from './dropped-files.ts';
import { countDragged, type Dragged } from './sort-files.ts';

type Options = {
  onFiles: (files: File[]) => void;
  /** Called when a drag of files enters the page. */
  onReach?: () => void;
};

/** What somebody has taken. Not every event can be marked by `preventDefault`. */
const taken = new WeakSet<Event>();

/**
 * Takes images wherever on the page they are pasted or dropped: a browser would open them in the place of the page.
 * Returns what is dragged over the page. Where two are in use, the one that is deeper in the tree takes the files.
 */
export function usePageFiles({ onFiles, onReach }: Options): Dragged | undefined {
  const [dragged, setDragged] = useState<Dragged>();
  const take = useEffectEvent(async (event: Event, data: DataTransfer | null) => {
    setDragged(undefined);
    if (event.defaultPrevented || taken.has(event) || !hasFiles(data)) return;
    event.preventDefault();
    taken.add(event);
    onFiles(await droppedFiles(data));
  });
  const enter = useEffectEvent(() => onReach?.());
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const allow = (event: DragEvent) => {
      const { dataTransfer } = event;
      if (!hasFiles(dataTransfer)) return;
      event.preventDefault();
      // Not only at the start: Safari names no target when a drag moves on, as if it had left.
      const seen = countDragged(dataTransfer.items);
      setDragged((last) => last ?? seen);
    };
    document.addEventListener('paste', (event) => void take(event, event.clipboardData), { signal });
    document.addEventListener('drop', (event) => void take(event, event.dataTransfer), { signal });
    document.addEventListener('dragover', allow, { signal });
    document.addEventListener(
      'dragenter',
      (event) => {
        allow(event);
        if (hasFiles(event.dataTransfer)) enter();
      },
      { signal },
    );
    document.addEventListener(
      'dragleave',
      // Without a next target it has left the window.
      ({ relatedTarget }) => relatedTarget === null && setDragged(undefined),
      { signal },
    );
    return () => gone.abort();
  }, []);
  useFrame(dragged !== undefined);
  return dragged;
}

/** Marks the page, around which a frame is drawn (`motif.css`): it takes a drop anywhere. */
function useFrame(isShown: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-takes-drop', isShown);
    return () => document.documentElement.removeAttribute('data-takes-drop');
  }, [isShown]);
}
