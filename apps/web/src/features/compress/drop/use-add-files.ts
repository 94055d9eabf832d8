import { usePlanLimits } from '../../../lib/plan-limits.ts';
import { suggestAutoStart, useAutoStart } from '../settings/auto-start.ts';
import { toSettings } from '../settings/compress-settings.ts';
import { useSettings } from '../settings/settings-context.tsx';
import { isSettled } from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import { sortFiles } from './sort-files.ts';

export type AddFiles = (files: File[], options?: { isSample: boolean }) => number;

/**
 * Returns a function that adds files to the upload queue and records rejected files. The function returns the number of
 * accepted files. The files are compressed immediately if the user has turned automatic compression on or, with
 * `startsByDefault`, has not turned it off.
 */
export function useAddFiles({ startsByDefault = false } = {}): AddFiles {
  const { state, add, dispatch } = useUploadQueue();
  const { maxFileBytes, maxBatchFiles } = usePlanLimits();
  const { form } = useSettings();
  const isAutoStarted = useAutoStart() ?? startsByDefault;
  const freePlaces = Math.max(0, maxBatchFiles - state.items.filter((item) => !isSettled(item)).length);

  return (files, options) => {
    const { accepted, rejected } = sortFiles(files, { maxFileBytes, freePlaces });
    dispatch({ type: 'rejected', rejections: rejected });
    // If the daily limit has been reached, further uploads would fail.
    const settings = isAutoStarted && !state.reachedLimit ? toSettings(form) : undefined;
    if (accepted.length > 0) add(accepted, { ...options, settings });
    if (settings) suggestAutoStart();
    return accepted.length;
  };
}
