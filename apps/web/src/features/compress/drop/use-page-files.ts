import { useEffect, useEffectEvent, useState } from 'react';
import { droppedFiles, hasFiles } from './dropped-files.ts';
import { countDragged, type Dragged } from './sort-files.ts';

type Options = {
  onFiles: (files: File[]) => void;
  /** Called when files are dragged onto the page. */
  onReach?: () => void;
  /** Whether to handle only events that no other instance of this hook has handled. */
  isFallback?: boolean;
};

/**
 * Events that have been handled. `defaultPrevented` is not sufficient, because it stays false for uncancelable events.
 */
const taken = new WeakSet<Event>();

/**
 * Handles files that are pasted or dropped anywhere on the page; by default, a browser would open them. Returns the
 * files that are being dragged over the page.
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
      // Restore the drag state on `dragover`. In Safari, `dragleave` has no related target even if the drag has not
      // left the window.
      const seen = countDragged(dataTransfer.items);
      setDragged((last) => last ?? seen);
    };
    // A fallback instance listens on the window, which receives events after the document does.
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
    // A `dragleave` event without a related target means that the drag has left the window.
    on('dragleave', ({ relatedTarget }) => relatedTarget === null && setDragged(undefined));
    return () => gone.abort();
  }, [isFallback]);
  useFrame(dragged !== undefined);
  return dragged;
}

/** Sets an attribute on the page while it accepts a drop. `motif.css` uses the attribute to draw a frame. */
function useFrame(isShown: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute('data-takes-drop', isShown);
    return () => document.documentElement.removeAttribute('data-takes-drop');
  }, [isShown]);
}
