import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import type { AddFiles } from './use-add-files.ts';

/**
 * File name of the sample image. The file must never change, because the server identifies the sample by its SHA-256
 * hash.
 */
const sampleName = 'sample-image.png';

/** Returns a function that adds the sample image to the upload queue. It resolves with the number of accepted files. */
export function useAddSample(addFiles: AddFiles): () => Promise<number> {
  const { t } = useTranslation('compress');
  const showToast = useToast();

  return async () => {
    const bytes = await fetch(`/${sampleName}`)
      .then((response) => (response.ok ? response.blob() : undefined))
      .catch(() => undefined);
    if (!bytes) {
      showToast({ variant: 'destructive', title: t('toast.failed'), description: t('drop.sampleFailed') });
      return 0;
    }
    const file = new File([bytes], sampleName, { type: 'image/png' });
    return addFiles([file], { isSample: true });
  };
}
