import { useEffect } from 'react';
import { useToast } from '../../../components/ui/toast.tsx';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { usePlanLimits } from '../../../lib/plan-limits.ts';
import { finishedBatch } from './upload-state.ts';
import type { Uploads } from './use-uploads.ts';

/** Nobody needs the words before the first batch. */
async function loadWords() {
  const [{ batchMessage }] = await Promise.all([
    import('./batch-message.ts'),
    loadNamespaces(['compress', 'errors']),
  ]);
  return batchMessage;
}

/** One message when all that was started has ended, on whatever screen one is then. */
export function useBatchToast({ state, dispatch }: Pick<Uploads, 'state' | 'dispatch'>): void {
  const showToast = useToast();
  const { plan } = usePlanLimits();

  useEffect(() => {
    const summary = finishedBatch(state);
    if (!summary) return;
    dispatch({ type: 'batchReported' });
    loadWords().then(
      (batchMessage) => showToast(batchMessage(summary, plan)),
      () => {
        // Without its words there is nothing to say; the rows show how it went.
      },
    );
  }, [state, dispatch, showToast, plan]);
}
