import { useSyncExternalStore } from 'react';
import { useSession } from '../../../lib/session.ts';
import { hasUploaded } from '../uploads/remembered.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

const neverChanges = () => () => {};

/** Returns whether to fetch the statistics. False for a visitor in a browser that has never uploaded an image. */
export function useIsCounted(): boolean {
  const isMember = Boolean(useSession());
  // No subscription is needed: the flag changes only with the queue, and each change of the queue re-renders this hook.
  const isKnown = useSyncExternalStore(neverChanges, hasUploaded, () => false);
  const { reachedLimit } = useUploadQueue().state;
  return isMember || isKnown || reachedLimit !== undefined;
}
