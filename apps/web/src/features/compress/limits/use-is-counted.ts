import { useSyncExternalStore } from 'react';
import { useSession } from '../../../lib/session.ts';
import { hasUploaded } from '../uploads/remembered.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

const neverChanges = () => () => {};

/**
 * Returns whether the usage statistics should be fetched. False for visitors whose browser has never uploaded an image.
 */
export function useIsCounted(): boolean {
  const isMember = Boolean(useSession());
  // The stored flag needs no subscription, because it changes only with the upload queue, which re-renders this hook.
  const isKnown = useSyncExternalStore(neverChanges, hasUploaded, () => false);
  const { reachedLimit } = useUploadQueue().state;
  return isMember || isKnown || reachedLimit !== undefined;
}
