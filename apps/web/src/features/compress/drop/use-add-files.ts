import { usePlanLimits } from '../../../lib/plan-limits.ts';
import { isSettled } from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import { sortFiles } from './sort-files.ts';

export type AddFiles = (files: File[], options?: { isSample: boolean }) => number;

/**
 * Returns a function that adds files to the upload queue and records rejected files. The function returns the number of
 * accepted files.
 */
export function useAddFiles(): AddFiles {
  const { state, add, dispatch } = useUploadQueue();
  const { maxFileBytes, maxBatchFiles } = usePlanLimits();
  const freePlaces = Math.max(0, maxBatchFiles - state.items.filter((item) => !isSettled(item)).length);

  return (files, options) => {
    const { accepted, rejected } = sortFiles(files, { maxFileBytes, freePlaces });
    dispatch({ type: 'rejected', rejections: rejected });
    if (accepted.length > 0) add(accepted, options);
    return accepted.length;
  };
}
