import type { TFunction } from 'i18next';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import { failureText } from '../../../i18n/failure-text.ts';
import type { Failure } from '../../../lib/api-failure.ts';
import type { DownloadReport, Progress } from '../../../lib/save-results.ts';
import { useUnauthorized } from '../../../lib/unauthorized.ts';
import type { CompletedItem } from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import { downloadAll, downloadOne } from './download-results.ts';

export type Packing = { done: number; total: number };

/** Ways to save results, each with its own message. */
type Outcome = 'downloading' | 'saved' | 'replaced';

/** Runs an action that saves results. Shows its progress in the action bar and its outcome in a toast. */
export type Run = (
  total: number,
  act: (progress: Progress) => Promise<DownloadReport>,
  outcome: Outcome,
) => Promise<void>;

/**
 * Returns functions that save one compressed image, or all of them as a ZIP file or in another way. Each function shows
 * the outcome in a toast. `download` is memoized.
 */
export function useDownloads() {
  const { state } = useUploadQueue();
  const latestItems = useRef(state.items);
  useEffect(() => {
    latestItems.current = state.items;
  }, [state.items]);
  const report = useReport();
  const [packing, setPacking] = useState<Packing>();
  const running = useRef<AbortController>(undefined);

  const download = useCallback(
    async (item: CompletedItem) => {
      const keys = latestItems.current.map(({ key }) => key);
      report(await downloadOne(item, keys).catch(() => undefined), 'downloading');
    },
    [report],
  );

  const run: Run = async (total, act, outcome) => {
    const controller = new AbortController();
    const { signal } = controller;
    const say = (done: number) => !signal.aborted && setPacking({ done, total });
    running.current = controller;
    say(0);
    const result = await act({ signal, onProgress: say }).catch(() => undefined);
    if (signal.aborted) return;
    setPacking(undefined);
    report(result, outcome);
  };
  const downloadEverything = (items: CompletedItem[]) =>
    run(items.length, (progress) => downloadAll(items, progress), 'downloading');

  function cancelDownload() {
    running.current?.abort();
    setPacking(undefined);
  }

  return { packing, download, downloadEverything, run, cancelDownload };
}

/**
 * Returns a function that shows the outcome of a download in a toast. An undefined report means that the entire
 * download failed.
 */
function useReport(): (report: DownloadReport | undefined, outcome: Outcome) => void {
  const { t } = useTranslation('compress');
  const { dispatch } = useUploadQueue();
  const showToast = useToast();
  const logInAgain = useUnauthorized();
  return useCallback(
    (report, outcome) => {
      if (!report) return showToast(failureToast(t, outcome, [{ reason: 'unknown' }], 1));
      const { savedKeys, failures } = report;
      const [failure, ...others] = failures;
      const total = savedKeys.length + failures.length;
      if (failure?.reason === 'unauthorized') return logInAgain();
      dispatch({ type: 'downloaded', keys: savedKeys });
      if (!failure) showToast(successToast(t, outcome, total));
      else showToast(failureToast(t, outcome, [failure, ...others], total));
    },
    [dispatch, showToast, logInAgain, t],
  );
}

function successToast(t: TFunction<'compress'>, outcome: Outcome, count: number) {
  if (outcome !== 'downloading') return { title: t(`save.done.${outcome}`, { count }) };
  return { title: t('toast.downloadStarted'), description: t('toast.downloadStartedText', { count }) };
}

/** Returns the toast for the failures among `total` downloads. */
function failureToast(
  t: TFunction<'compress'>,
  outcome: Outcome,
  failures: [Failure, ...Failure[]],
  total: number,
) {
  const [failure] = failures;
  const isUnknown = failure.reason === 'unknown';
  const toast = (title: string, description: string) => ({
    variant: 'destructive' as const,
    title,
    description,
  });
  if (outcome !== 'downloading' && isUnknown)
    return toast(t('save.failed.title'), t(`save.failed.${outcome}`));
  const title = t('toast.downloadFailed');
  if (total > 1) return toast(title, t('toast.downloadFailedSome', { failed: failures.length, total }));
  return toast(title, isUnknown ? t('toast.downloadFailedText') : failureText(failure));
}
