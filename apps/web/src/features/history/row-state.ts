import type { ListedCompression } from '../../lib/compressions.ts';

/** `other`: a status that this version does not know. */
export type RowState = 'completed' | 'processing' | 'failed' | 'expired' | 'other';

/** How a row stands at a time: its result can have gone since the list was read. */
export function rowState({ status, downloadUrl, expiresAt }: ListedCompression, nowMs: number): RowState {
  if (status === 'processing' || status === 'failed') return status;
  if (status !== 'completed') return 'other';
  const isGone = downloadUrl === undefined || (expiresAt !== undefined && Date.parse(expiresAt) <= nowMs);
  return isGone ? 'expired' : 'completed';
}

/** Whether something is stored that could be deleted now. */
export function hasFiles({ originalUrl }: ListedCompression, state: RowState): boolean {
  return state === 'completed' || state === 'processing' || originalUrl !== undefined;
}
