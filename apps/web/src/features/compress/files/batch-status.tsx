import { useTranslation } from 'react-i18next';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { formatBytes, formatPercent, formatSaved } from '../../../i18n/format.ts';
import { isCompleted, isSettled, isUnderWay, totalsOf, type UploadItem } from '../uploads/upload-state.ts';

/**
 * Shows the progress of two or more images, or their savings once all of them have finished. Otherwise, shows how many
 * images the list contains and their size.
 */
export function BatchStatus({ items }: { items: UploadItem[] }) {
  const sent = items.filter(({ tryCount }) => tryCount > 0);
  if (items.length > 1 && items.some(isUnderWay)) return <Processing items={items} />;
  if (sent.length > 1 && sent.some(isSettled)) return <Finished items={items} sent={sent} />;
  return <Total items={items} />;
}

function Total({ items }: { items: UploadItem[] }) {
  const { t } = useTranslation('compress');
  const size = formatBytes(items.reduce((sum, { file }) => sum + file.size, 0));
  return <p className="text-small tabular-nums">{t('files.total', { count: items.length, size })}</p>;
}

function Processing({ items }: { items: UploadItem[] }) {
  const { t } = useTranslation('compress');
  const total = items.length;
  const done = items.filter(isSettled).length;
  const percent = (items.reduce((sum, item) => sum + shareOf(item), 0) / total) * 100;
  // Announce the progress only every ten percent. Announcing each of a hundred files would block other screen reader
  // messages.
  const spokenDone = Math.ceil((Math.floor((done / total) * 10) / 10) * total);
  const text = t('files.progress', { done, total });
  return (
    <div
      className="grid min-w-0 grow grid-cols-[auto_minmax(3rem,1fr)_auto] items-center gap-3 text-small tabular-nums"
      data-testid="progress"
    >
      <b>{text}</b>
      <ProgressBar percent={percent} label={text} />
      <span>{formatPercent(percent)}</span>
      <span className="sr-only" aria-live="polite">
        {t('files.progressSpoken', { done: spokenDone, total })}
      </span>
    </div>
  );
}

/** Share of an item's progress that the upload accounts for. The rest is the compression, whose progress is unknown. */
const uploadShare = 0.5;

/** Returns the progress of an item from 0 to 1. Uploads count, so that the bar moves before the first image is done. */
function shareOf(item: UploadItem): number {
  const { step } = item;
  if (isSettled(item)) return 1;
  if (step.name === 'uploading') return (step.sentPercent / 100) * uploadShare;
  return step.name === 'compressing' ? uploadShare : 0;
}

/**
 * Shows the number of completed files and their savings, and how many of the files that were sent since the page was
 * loaded have failed.
 */
function Finished({ items, sent }: { items: UploadItem[]; sent: UploadItem[] }) {
  const { t } = useTranslation('compress');
  const completed = items.filter(isCompleted).length;
  const failed = sent.filter(({ step, problem }) => step.name === 'failed' || problem).length;
  const totals = totalsOf(items);
  const { savedBytes = 0, savedPercent = 0 } = totals ?? {};
  const saved = { count: completed, size: formatBytes(savedBytes), percent: formatSaved(savedPercent) };
  return (
    <p className="min-w-0 grow text-small tabular-nums" data-testid="progress">
      <b>{savedBytes > 0 ? t('files.batchSaved', saved) : t('files.batch', { count: completed })}</b>
      {failed > 0 && <span className="text-danger"> · {t('files.batchFailed', { count: failed })}</span>}
    </p>
  );
}
