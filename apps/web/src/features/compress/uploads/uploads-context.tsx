import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { isLostOnLeave } from './upload-state.ts';
import { useBatchToast } from './use-batch-toast.ts';
import { useLeaveWarning } from './use-leave-warning.ts';
import { usePreviews } from './use-previews.ts';
import { type Uploads, useUploads } from './use-uploads.ts';

const UploadsContext = createContext<Uploads | undefined>(undefined);

export function UploadsProvider({ children }: { children: ReactNode }) {
  const uploads = useUploads();
  usePreviews(uploads);
  useBatchToast(uploads);
  useLeaveWarning(uploads.state.items.some(isLostOnLeave));
  return <UploadsContext value={uploads}>{children}</UploadsContext>;
}

export function useUploadQueue(): Uploads {
  const uploads = useContext(UploadsContext);
  if (!uploads) throw new Error('UploadsProvider is missing');
  return uploads;
}

/** Restores compressions from before the page load. Used by screens that show the upload queue. */
export function useRestoredUploads(): void {
  const { restore } = useUploadQueue();
  useEffect(restore, [restore]);
}
