import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import { failureText } from '../../../i18n/failure-text.ts';
import { useUnauthorized } from '../../../lib/unauthorized.ts';
import type { CompletedItem } from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import { type DownloadReport, downloadAll, downloadOne } from './download-results.ts';

export type Packing = { done: number; total: number };

/**
 * Returns functions that save one compressed image, or all of them as a ZIP file, and show the outcome in a toast.
 * `download` is memoized.
 */
export function useDownloads() {
  const report = useReport();
  const [packing, setPacking] = useState<Packing>();
  const running = useRef<AbortController>(undefined);

  const download = useCallback(
    async (item: CompletedItem) => {
      report(await downloadOne(item).catch(() => undefined));
    },
    [report],
  );

  async function downloadEverything(items: CompletedItem[]) {
    const controller = new AbortController();
    const { signal } = controller;
    const say = (done: number) => !signal.aborted && setPacking({ done, total: items.length });
    running.current = controller;
    say(0);
    const result = await downloadAll(items, { signal, onProgress: say }).catch(() => undefined);
    if (signal.aborted) return;
    setPacking(undefined);
    report(result);
  }

  function cancelDownload() {
    running.current?.abort();
    setPacking(undefined);
  }

  return { packing, download, downloadEverything, cancelDownload };
}

/**
 * Returns a function that shows the outcome of a download in a toast. An undefined report means that the entire
 * download failed.
 */
function useReport(): (report: DownloadReport | undefined) => void {
  const { t } = useTranslation('compress');
  const { dispatch } = useUploadQueue();
  const showToast = useToast();
  const logInAgain = useUnauthorized();
  return useCallback(
    (report) => {
      const sayFailed = (description: string) =>
        showToast({ variant: 'destructive', title: t('toast.downloadFailed'), description });
      if (!report) return sayFailed(t('toast.downloadFailedText'));
      const { savedKeys, failures } = report;
      const total = savedKeys.length + failures.length;
      if (failures[0]?.reason === 'unauthorized') return logInAgain();
      dispatch({ type: 'downloaded', keys: savedKeys });
      if (!failures[0]) {
        const description = t('toast.downloadStartedText', { count: total });
        showToast({ title: t('toast.downloadStarted'), description });
      } else if (total > 1) sayFailed(t('toast.downloadFailedSome', { failed: failures.length, total }));
      else if (failures[0].reason === 'unknown') sayFailed(t('toast.downloadFailedText'));
      else sayFailed(failureText(failures[0]));
    },
    [dispatch, showToast, logInAgain, t],
  );
}
