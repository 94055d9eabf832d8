import { useEffect } from 'react';
import { type ToastMessage, useToast } from '../../../components/ui/toast.tsx';
import { i18n, loadNamespaces } from '../../../i18n/i18n.ts';
import { failureText } from '../failure-text.ts';
import { type BatchSummary, finishedBatch } from './upload-state.ts';
import type { Uploads } from './use-uploads.ts';

/** One message when all that was started has ended, on whatever screen one is then. */
export function useBatchToast({ state, dispatch }: Pick<Uploads, 'state' | 'dispatch'>): void {
  const showToast = useToast();

  useEffect(() => {
    const summary = finishedBatch(state);
    if (!summary) return;
    dispatch({ type: 'batchReported' });
    loadNamespaces(['compress', 'errors']).then(
      () => showToast(toMessage(summary)),
      () => {
        // Without its words there is nothing to say; the rows show how it went.
      },
    );
  }, [state, dispatch, showToast]);
}

function toMessage({ completed, failed, firstFailure }: BatchSummary): ToastMessage {
  const { t } = i18n;
  if (!firstFailure) {
    return {
      title: t('compress:toast.completed'),
      description: t('compress:toast.completedText', { count: completed }),
    };
  }
  const total = completed + failed;
  return {
    variant: 'destructive',
    title: t('compress:toast.failed'),
    description: total === 1 ? failureText(firstFailure) : t('compress:toast.failedSome', { failed, total }),
  };
}
