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
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData);
    const drop = (event: DragEvent) => take(event, event.dataTransfer);
    const allowDrop = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    document.addEventListener('paste', paste);
    document.addEventListener('dragover', allowDrop);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('paste', paste);
      document.removeEventListener('dragover', allowDrop);
      document.removeEventListener('drop', drop);
    };
  }, []);
}
