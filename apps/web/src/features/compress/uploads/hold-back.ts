import type { Failure } from '../../../lib/api-failure.ts';
import { type UploadItem, type UploadsState, withEarlierResult } from './upload-state.ts';

/**
 * Returns the state after the server rejected an upload because of the daily limit. The rejected item becomes idle, and
 * so do all queued items, because the server would reject those as well. They start only when the user presses Compress
 * again.
 */
export function holdBack(state: UploadsState, refusedKey: string, reachedLimit: Failure): UploadsState {
  const isHeldBack = ({ key, step: { name } }: UploadItem) =>
    name === 'queued' || name === 'held' || (key === refusedKey && name === 'failed');
  return {
    ...state,
    items: state.items.map((item) => (isHeldBack(item) ? heldBack(item) : item)),
    reachedLimit,
  };
}

/** Returns the item as idle or, if it was queued to be compressed again, with its last result. */
function heldBack(item: UploadItem): UploadItem {
  return item.earlier ? withEarlierResult(item) : { ...item, step: { name: 'idle' } };
}
