import { useEffect, useEffectEvent, useState } from 'react';
import { droppedFiles, hasFiles } from './dropped-files.ts';
import { countDragged, type Dragged } from './sort-files.ts';

type Options = {
  onFiles: (files: File[]) => void;
  /** Called when dragged files enter the page. */
  onReach?: () => void;
  /** Whether to handle only events that no other use of this hook on the page has handled. */
  isFallback?: boolean;
};

/** Events that were handled. `defaultPrevented` is not sufficient, because it stays false for uncancelable events. */
const taken = new WeakSet<Event>();

/**
 * Handles files that are pasted or dropped anywhere on the page, which a browser would otherwise open. Returns the
 * files that are dragged over the page.
 */
export function usePageFiles({ onFiles, onReach, isFallback = false }: Options): Dragged | undefined {
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
      // Detect the drag again on `dragover`, because Safari's `dragleave` has no related target, as if every drag had
      // left the window.
      const seen = countDragged(dataTransfer.items);
      setDragged((last) => last ?? seen);
    };
    // The fallback listens on the window, which receives events after the document.
    const target = isFallback ? window : document;
    const on = <Type extends 'paste' | 'drop' | 'dragover' | 'dragenter' | 'dragleave'>(
      type: Type,
      handle: (event: DocumentEventMap[Type]) => void,
    ) => target.addEventListener(type, handle as (event: Event) => void, { signal });
    on('paste', (event) => void take(event, event.clipboardData));
    on('drop', (event) => void take(event, event.dataTransfer));
    on('dragover', allow);
    on('dragenter', (event) => {
      allow(event);
      if (hasFiles(event.dataTransfer)) enter();
    });
    // An event without a related target means that the drag has left the window.
    on('dragleave', ({ relatedTarget }) => relatedTarget === null && setDragged(undefined));
    return () => gone.abort();
  }, [isFallback]);
  useFrame(dragged !== undefined);
  return dragged;
}

/** Marks the page while it accepts a drop. `motif.css` draws a frame around it. */
function useFrame(isShown: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-takes-drop', isShown);
    return () => document.documentElement.removeAttribute('data-takes-drop');
  }, [isShown]);
}
