import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../components/ui/toast.tsx';
import type { ListedCompression } from '../../lib/compressions.ts';
import { useUnauthorized } from '../../lib/unauthorized.ts';

/** Progress while a ZIP file is created: the number of results fetched so far, and the total number. */
export type Packing = { done: number; total: number };

/**
 * Returns a function that downloads results as a ZIP file and shows the outcome in a toast. Also returns the progress.
 */
export function useArchive() {
  const { t } = useTranslation('compress');
  const showToast = useToast();
  const logInAgain = useUnauthorized();
  const [packing, setPacking] = useState<Packing>();
  const download = async (rows: readonly ListedCompression[]) => {
    const total = rows.length;
    setPacking({ done: 0, total });
    const progress = {
      signal: new AbortController().signal,
      onProgress: (done: number) => setPacking({ done, total }),
    };
    const { failures } = await import('../../lib/save-results.ts')
      .then(({ saveArchive, toWanted }) => saveArchive(rows.map(toWanted), progress))
      .catch(() => ({ failures: [{ reason: 'unknown' } as const] }));
    setPacking(undefined);
    if (failures.some(({ reason }) => reason === 'unauthorized')) return logInAgain();
    if (failures.length > 0) {
      showToast({
        variant: 'destructive',
        title: t('toast.downloadFailed'),
        description: t('toast.downloadFailedSome', { failed: failures.length, total }),
      });
      return;
    }
    showToast({
      title: t('toast.downloadStarted'),
      description: t('toast.downloadStartedText', { count: total }),
    });
  };
  return { packing, download };
}
