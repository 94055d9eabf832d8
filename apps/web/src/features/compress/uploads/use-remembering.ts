import { useEffect, useRef } from 'react';
import { rememberOrder, rememberUpload, updateDismissed } from './remembered.ts';
import { compressionIdOf, type UploadItem } from './upload-state.ts';

/**
 * Stores the order of the list and the ids of removed items for the next page load. Undoing a removal deletes the id
 * from the stored ids.
 */
export function useRemembering(items: UploadItem[]): void {
  const lastIds = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const last = lastIds.current;
    const ids = new Set(items.flatMap((item) => compressionIdOf(item) ?? []));
    lastIds.current = ids;
    const added = [...last].filter((id) => !ids.has(id));
    const removed = [...ids].filter((id) => !last.has(id));
    if (removed.length > 0) rememberUpload();
    if (removed.length > 0) rememberOrder([...ids]);
    if (added.length > 0 || removed.length > 0) updateDismissed({ added, removed });
  }, [items]);
}
