import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import { useFailureText } from '../use-failure-text.ts';
import { finishedBatch } from './upload-state.ts';
import type { Uploads } from './use-uploads.ts';

/** One message when all that was started has ended. */
export function useBatchToast({ state, dispatch }: Pick<Uploads, 'state' | 'dispatch'>): void {
  const { t } = useTranslation('compress');
  const failureText = useFailureText();
  const showToast = useToast();

  useEffect(() => {
    const summary = finishedBatch(state);
    if (!summary) return;
    const { completed, failed, firstFailure } = summary;
    dispatch({ type: 'batchReported' });
    if (!firstFailure) {
      showToast({
        title: t('toast.completed'),
        description: t('toast.completedText', { count: completed }),
      });
      return;
    }
    const total = completed + failed;
    showToast({
      variant: 'destructive',
      title: t('toast.failed'),
      description: total === 1 ? failureText(firstFailure) : t('toast.failedSome', { failed, total }),
    });
  }, [state, dispatch, showToast, t, failureText]);
}
