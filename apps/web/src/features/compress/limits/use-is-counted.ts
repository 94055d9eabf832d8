import { useSession } from '../../../lib/session.ts';
import { useInBrowser } from '../../../lib/use-in-browser.ts';
import { hasUploaded } from '../uploads/remembered.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

/**
 * Returns whether the usage statistics should be fetched. False for visitors whose browser has never uploaded an image.
 */
export function useIsCounted(): boolean {
  const isMember = Boolean(useSession());
  // Reading the stored flag on each render is sufficient, because the flag changes only together with the upload queue,
  // which re-renders this hook.
  const isKnown = useInBrowser(hasUploaded) ?? false;
  const { reachedLimit } = useUploadQueue().state;
  return isMember || isKnown || reachedLimit !== undefined;
}
