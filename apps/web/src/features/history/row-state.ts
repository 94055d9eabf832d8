import type { ListedCompression } from '../../lib/compressions.ts';

/** State of a row. `other` is a status that this version of the page does not know. */
export type RowState = 'completed' | 'processing' | 'failed' | 'expired' | 'other';

/** Returns the state of a row at a given time, because the result may have expired after the list was loaded. */
export function rowState({ status, downloadUrl, expiresAt }: ListedCompression, nowMs: number): RowState {
  if (status === 'processing' || status === 'failed') return status;
  if (status !== 'completed') return 'other';
  const isGone = downloadUrl === undefined || (expiresAt !== undefined && Date.parse(expiresAt) <= nowMs);
  return isGone ? 'expired' : 'completed';
}

/** Returns whether the row has stored files that can be deleted. */
export function hasFiles({ originalUrl }: ListedCompression, state: RowState): boolean {
  return state === 'completed' || state === 'processing' || originalUrl !== undefined;
}
