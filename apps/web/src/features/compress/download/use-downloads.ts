import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import { type CompletedItem, isCompleted } from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import { useFailureText } from '../use-failure-text.ts';
import type { DownloadReport } from './download-results.ts';

/** Fetching and packing come in a chunk of their own. */
const loadDownloads = () => import('./download-results.ts');

export function useDownloads() {
  const { t } = useTranslation('compress');
  const { state, dispatch } = useUploadQueue();
  const showToast = useToast();
  const failureText = useFailureText();
  const [isPacking, setPacking] = useState(false);
  const completed = state.items.filter(isCompleted);

  function sayFailed(description: string) {
    showToast({ variant: 'destructive', title: t('toast.downloadFailed'), description });
  }

  function report({ savedKeys, failures }: DownloadReport) {
    const total = savedKeys.length + failures.length;
    dispatch({ type: 'downloaded', keys: savedKeys });
    if (!failures[0]) {
      const description = t('toast.downloadStartedText', { count: total });
      showToast({ title: t('toast.downloadStarted'), description });
    } else if (total > 1) sayFailed(t('toast.downloadFailedSome', { failed: failures.length, total }));
    else if (failures[0].reason === 'unknown') sayFailed(t('toast.downloadFailedText'));
    else sayFailed(failureText(failures[0]));
  }

  async function download(item: CompletedItem) {
    try {
      report(await (await loadDownloads()).downloadOne(item));
    } catch {
      sayFailed(t('toast.downloadFailedText'));
    }
  }

  async function downloadEverything() {
    setPacking(true);
    try {
      report(await (await loadDownloads()).downloadAll(completed));
    } catch {
      sayFailed(t('toast.downloadFailedText'));
    } finally {
      setPacking(false);
    }
  }

  return { completed, isPacking, download, downloadEverything };
}
