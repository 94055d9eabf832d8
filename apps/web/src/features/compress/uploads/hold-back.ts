import type { Failure } from '../../../lib/api-failure.ts';
import type { UploadItem, UploadsState } from './upload-state.ts';

/**
 * The day's limit is reached: the upload that the server refused returns to the list, and so does what has not left yet
 * and would only be refused as well. All of them wait for a press of Compress, so that one limit has one appearance.
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
