import type { Plan } from '@gossamer/contracts/limits';
import type { ToastMessage } from '../../../components/ui/toast.tsx';
import { failureText } from '../../../i18n/failure-text.ts';
import { formatBytes } from '../../../i18n/format.ts';
import { i18n } from '../../../i18n/i18n.ts';
import type { BatchSummary } from './finished-batch.ts';

/**
 * Returns a toast message with the outcome of a batch of uploads. The namespaces `compress` and `errors` must be
 * loaded.
 */
export function batchMessage(summary: BatchSummary, plan: Plan): ToastMessage {
  const { completed, failed, heldBack, savedBytes, firstFailure } = summary;
  const { t } = i18n;
  const saved = savedBytes > 0 ? [t('compress:toast.saved', { size: formatBytes(savedBytes) })] : [];
  if (!firstFailure) {
    return {
      title: t('compress:toast.completed'),
      description: [t('compress:toast.completedText', { count: completed }), ...saved].join(' '),
    };
  }
  const total = completed + failed + heldBack;
  // All items that the daily limit stops have the same reason. Other failures can have different reasons.
  const isOneReason = total === 1 || heldBack > 0;
  const description = isOneReason
    ? failureText(firstFailure, plan)
    : t('compress:toast.failedSome', { failed, total });
  if (completed === 0) return { variant: 'destructive', title: t('compress:toast.failed'), description };
  return {
    title:
      failed > 0
        ? t('compress:files.finishedFailed', { done: completed, total, failed })
        : t('compress:files.finished', { done: completed, total }),
    description,
  };
}
