import { useEffect } from 'react';
import { useToast } from '../../../components/ui/toast.tsx';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { usePlanLimits } from '../../../lib/plan-limits.ts';
import { retryableImport } from '../../../lib/retryable-import.ts';
import { hasPageMark } from '../../../lib/use-page-mark.ts';
import { finishedBatch } from './finished-batch.ts';
import type { Uploads } from './use-uploads.ts';

const importBatchMessage = retryableImport(() => import('./batch-message.ts'));

/** Loads the texts for the toast, which are not needed until a batch of uploads has finished. */
async function loadWords() {
  const [{ batchMessage }] = await Promise.all([
    importBatchMessage(),
    loadNamespaces(['compress', 'compressMore', 'errors']),
  ]);
  return batchMessage;
}

/** Shows a toast when a batch of uploads has finished, regardless of the current screen. */
export function useBatchToast({ state, dispatch }: Pick<Uploads, 'state' | 'dispatch'>): void {
  const showToast = useToast();
  const { plan } = usePlanLimits();

  useEffect(() => {
    const summary = finishedBatch(state);
    if (!summary) return;
    dispatch({ type: 'batchReported' });
    // Show no toast over the comparison, because the comparison itself shows the result of a new try.
    if (summary.failed + summary.heldBack === 0 && hasPageMark('comparison')) return;
    loadWords().then(
      (batchMessage) => showToast(batchMessage(summary, plan)),
      () => {
        // If the texts cannot be loaded, show no toast. The file rows still show the outcome.
      },
    );
  }, [state, dispatch, showToast, plan]);
}
