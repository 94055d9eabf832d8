import { useSyncExternalStore } from 'react';
import { useSession } from '../../../lib/session.ts';
import { hasUploaded } from '../uploads/remembered.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

const neverChanges = () => () => {};

/** Returns whether to fetch the statistics: not for a visitor whose browser has never uploaded an image. */
export function useIsCounted(): boolean {
  const isMember = Boolean(useSession());
  // Needs no subscription: the flag changes only with the queue, and every change of the queue renders this hook again.
  const isKnown = useSyncExternalStore(neverChanges, hasUploaded, () => false);
  const { reachedLimit } = useUploadQueue().state;
  return isMember || isKnown || reachedLimit !== undefined;
}
