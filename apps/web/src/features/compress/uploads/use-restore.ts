import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useCallback, useRef } from 'react';
import { compressionsQuery } from '../../../lib/compressions.ts';
import type { UploadsAction } from './reduce-uploads.ts';
import { hasUploaded, readDismissed, readOrder } from './remembered.ts';

/** Lists what this browser has compressed before, once; asks the server only where something was sent. */
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
        // Nothing is lost: the next visit of the screen asks again.
        isAsked.current = false;
      },
    );
  }, [queryClient, dispatch]);
}
