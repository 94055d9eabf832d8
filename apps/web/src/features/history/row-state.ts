import type { ListedCompression } from '../../lib/compressions.ts';

/**
 * State of a compression in the history. `other` is a server status that this version of the web app does not support.
 */
export type RowState = 'completed' | 'processing' | 'failed' | 'expired' | 'other';

/** Returns the state of a compression at a given time. The result may have expired since the history was loaded. */
export function rowState({ status, downloadUrl, expiresAt }: ListedCompression, nowMs: number): RowState {
  if (status === 'processing' || status === 'failed') return status;
  if (status !== 'completed') return 'other';
  const isGone = downloadUrl === undefined || (expiresAt !== undefined && Date.parse(expiresAt) <= nowMs);
  return isGone ? 'expired' : 'completed';
}

/** Returns whether a compression has stored files that can be deleted. */
export function hasFiles({ originalUrl }: ListedCompression, state: RowState): boolean {
  return state === 'completed' || state === 'processing' || originalUrl !== undefined;
}
