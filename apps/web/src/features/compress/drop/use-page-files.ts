import { useEffect, useEffectEvent, useState } from 'react';
import { droppedFiles, hasFiles } from './dropped-files.ts';
import { countDragged, type Dragged } from './sort-files.ts';

type Options = {
  onFiles: (files: File[]) => void;
  /** Called when a drag of files enters the page. */
  onReach?: () => void;
  /** Takes only what no other use of this hook on the page has taken. */
  isFallback?: boolean;
};

/** Events whose files were taken. Not every event can be marked by `preventDefault`. */
const taken = new WeakSet<Event>();

/**
 * Takes images wherever on the page they are pasted or dropped: a browser would open them in the place of the page.
 * Returns what is dragged over the page.
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
      // Not only at the start: Safari names no target when a drag moves on, as if it had left.
      const seen = countDragged(dataTransfer.items);
      setDragged((last) => last ?? seen);
    };
    // An event reaches the window after the document.
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
    // Without a next target it has left the window.
    on('dragleave', ({ relatedTarget }) => relatedTarget === null && setDragged(undefined));
    return () => gone.abort();
  }, [isFallback]);
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
