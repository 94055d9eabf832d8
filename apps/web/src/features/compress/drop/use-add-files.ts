import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import { usePlanLimits } from '../../../lib/plan-limits.ts';
import { isSettled } from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import { sortFiles } from './sort-files.ts';

/** Its bytes never change: the server knows the sample by its SHA-256. */
const sampleName = 'sample-image.png';

/** Lets files into the queue, which remembers the last ones that stayed out. Each tells how many came in. */
export function useAddFiles() {
  const { t } = useTranslation('compress');
  const { state, add, dispatch } = useUploadQueue();
  const { maxFileBytes, maxBatchFiles } = usePlanLimits();
  const showToast = useToast();
  const freePlaces = Math.max(0, maxBatchFiles - state.items.filter((item) => !isSettled(item)).length);

  function addFiles(files: File[], options?: { isSample: boolean }): number {
    const { accepted, rejected } = sortFiles(files, { maxFileBytes, freePlaces });
    dispatch({ type: 'rejected', rejections: rejected });
    if (accepted.length > 0) add(accepted, options);
    return accepted.length;
  }

  async function addSample(): Promise<number> {
    const bytes = await fetch(`/${sampleName}`)
      .then((response) => (response.ok ? response.blob() : undefined))
      .catch(() => undefined);
    if (!bytes) {
      showToast({ variant: 'destructive', title: t('toast.failed'), description: t('drop.sampleFailed') });
      return 0;
    }
    const file = new File([bytes], sampleName, { type: 'image/png' });
    return addFiles([file], { isSample: true });
  }

  return { addFiles, addSample };
}
