import type { Failure } from '../../../lib/api-failure.ts';
import type { UploadItem, UploadsState } from './upload-state.ts';

/**
 * Resets the refused upload and all unstarted ones to idle when the daily limit is reached: they would be refused as
 * well. They start again only when the user presses Compress, so that the limit is reported once.
 */
export function holdBack(state: UploadsState, refusedKey: string, reachedLimit: Failure): UploadsState {
  const isHeldBack = ({ key, step: { name } }: UploadItem) =>
    name === 'queued' || name === 'held' || (key === refusedKey && name === 'failed');
  return {
    ...state,
    items: state.items.map((item) => (isHeldBack(item) ? { ...item, step: { name: 'idle' } } : item)),
    reachedLimit,
  };
}
