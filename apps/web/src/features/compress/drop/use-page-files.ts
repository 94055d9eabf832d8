import { useEffect, useEffectEvent } from 'react';

/** Images come in wherever on the page they are pasted or dropped: beside the drop zone a browser would open them. */
export function usePageFiles(onFiles: (files: File[]) => void): void {
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const files = Array.from(data?.files ?? []);
    if (event.defaultPrevented || files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    document.addEventListener('paste', (event) => take(event, event.clipboardData), { signal });
    document.addEventListener('drop', (event) => take(event, event.dataTransfer), { signal });
    const allowDrop = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    document.addEventListener('dragover', allowDrop, { signal });
    return () => gone.abort();
  }, []);
}
