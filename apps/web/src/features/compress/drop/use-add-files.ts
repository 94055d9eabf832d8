import { planLimits } from '@gossamer/contracts/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import { isSettled } from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import { type Rejection, sortFiles } from './sort-files.ts';

const { maxFileBytes, maxBatchFiles } = planLimits.free;
/** Its bytes never change: the server knows the sample by its SHA-256. */
const sampleName = 'sample-image.png';

/** Lets files into the queue and remembers the last ones that stayed out. */
export function useAddFiles() {
  const { t } = useTranslation('compress');
  const { state, add } = useUploadQueue();
  const showToast = useToast();
  const [rejections, setRejections] = useState<Rejection[]>([]);
  const freePlaces = Math.max(0, maxBatchFiles - state.items.filter((item) => !isSettled(item)).length);

  function addFiles(files: File[], options?: { isSample: boolean }) {
    const { accepted, rejected } = sortFiles(files, { maxFileBytes, freePlaces });
    setRejections(rejected);
    if (accepted.length > 0) add(accepted, options);
  }

  async function addSample() {
    const response = await fetch(`/${sampleName}`).catch(() => undefined);
    if (!response?.ok) {
      showToast({ variant: 'destructive', title: t('toast.failed'), description: t('drop.sampleFailed') });
      return;
    }
    const file = new File([await response.blob()], sampleName, { type: 'image/png' });
    addFiles([file], { isSample: true });
  }

  return { addFiles, addSample, rejections, dismissRejections: () => setRejections([]) };
}
