import { useSyncExternalStore } from 'react';
import { useSession } from '../../../lib/session.ts';
import { hasUploaded } from '../uploads/remembered.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

const neverChanges = () => () => {};

/** Whether the day's figures are asked for: not in the browser of a visitor that never sent an image. */
export function useIsCounted(): boolean {
  const isMember = Boolean(useSession());
  // Read with each step of the queue, which is when it changes.
  const isKnown = useSyncExternalStore(neverChanges, hasUploaded, () => false);
  const { reachedLimit } = useUploadQueue().state;
  return isMember || isKnown || reachedLimit !== undefined;
}
