import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import type { ListedCompression } from '../../../lib/compressions.ts';
import { useUploadQueue } from './uploads-context.tsx';

/** Navigation state that makes /compress open the comparison of a compression. */
export type ComparisonRequest = { comparedId: string };

/**
 * Returns a function for other screens that adds a completed compression to the file list and opens its comparison on
 * /compress, where it can be compressed again.
 */
export function useOpenComparison(): (row: ListedCompression) => void {
  const { dispatch } = useUploadQueue();
  const navigate = useNavigate();
  return useCallback(
    (row) => {
      // Discard the items that "Clear all" has removed, because `restored` skips compressions that can still be
      // restored by undoing it.
      dispatch({ type: 'clearForgotten' });
      dispatch({ type: 'restored', compressions: [row], dismissedIds: new Set(), order: [] });
      const state: ComparisonRequest = { comparedId: row.id };
      void navigate(paths.compress, { state });
    },
    [dispatch, navigate],
  );
}
