import type { Plan } from '@gossamer/contracts/limits';
import type { ToastMessage } from '../../../components/ui/toast.tsx';
import { failureText } from '../../../i18n/failure-text.ts';
import { i18n } from '../../../i18n/i18n.ts';
import { type BatchSummary, isDailyLimit } from './upload-state.ts';

/** How a batch went, once `compress` and `errors` are loaded. */
export function batchMessage({ completed, failed, firstFailure }: BatchSummary, plan: Plan): ToastMessage {
  const { t } = i18n;
  if (!firstFailure) {
    return {
      title: t('compress:toast.completed'),
      description: t('compress:toast.completedText', { count: completed }),
    };
  }
  const total = completed + failed;
  // A limit is the reason for all that follow it.
  const isSaid = total === 1 || isDailyLimit(firstFailure);
  return {
    variant: 'destructive',
    title: t('compress:toast.failed'),
    description: isSaid ? failureText(firstFailure, plan) : t('compress:toast.failedSome', { failed, total }),
  };
}
