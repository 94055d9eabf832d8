import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useCallback, useRef } from 'react';
import { compressionsQuery } from '../../../lib/compressions.ts';
import type { UploadsAction } from './reduce-uploads.ts';
import { hasUploaded, readDismissed, readOrder } from './remembered.ts';

/**
 * Returns a function that restores earlier compressions once. Sends no request if this browser has never uploaded an
 * image.
 */
export function useRestore(dispatch: Dispatch<UploadsAction>): () => void {
  const queryClient = useQueryClient();
  const isAsked = useRef(false);
  return useCallback(() => {
    if (isAsked.current || !hasUploaded()) return;
    isAsked.current = true;
    queryClient.fetchQuery({ ...compressionsQuery({ isPolled: false }), staleTime: 0 }).then(
      (compressions) =>
        dispatch({ type: 'restored', compressions, dismissedIds: readDismissed(), order: readOrder() }),
      () => {
        // After a failure, try again the next time the screen is opened.
        isAsked.current = false;
      },
    );
  }, [queryClient, dispatch]);
}
