import { useTranslation } from 'react-i18next';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { formatPercent } from '../../../i18n/format.ts';
import { isCompleted, isSettled, isUnderWay, type UploadItem } from '../uploads/upload-state.ts';

const rowStyle =
  'min-h-11 items-center gap-4 border-t border-line bg-bg px-5 text-small tabular-nums first:rounded-t-card first:border-t-0';

/** Shows the overall progress of two or more files, and the outcome once they have finished. */
export function OverallProgress({ items }: { items: UploadItem[] }) {
  return items.some(isUnderWay) ? <Processing items={items} /> : <Finished items={items} />;
}

function Processing({ items }: { items: UploadItem[] }) {
  const { t } = useTranslation('compress');
  const total = items.length;
  if (total < 2) return null;
  const done = items.filter(isSettled).length;
  const percent = (done / total) * 100;
  // Announce the progress only every ten percent. Announcing each of a hundred files would block other screen reader
  // messages.
  const spokenDone = Math.ceil((Math.floor(percent / 10) / 10) * total);
  const text = t('files.progress', { done, total });
  return (
    <div className={`grid grid-cols-[auto_1fr_auto] ${rowStyle}`} data-testid="progress">
      <b>{text}</b>
      <ProgressBar percent={percent} label={text} />
      <span>{formatPercent(percent)}</span>
      <span className="sr-only" aria-live="polite">
        {t('files.progressSpoken', { done: spokenDone, total })}
      </span>
    </div>
  );
}

/** Shows the outcome of the files that were uploaded since the page was loaded. Restored files are not included. */
function Finished({ items }: { items: UploadItem[] }) {
  const { t } = useTranslation('compress');
  const sent = items.filter(({ tryCount }) => tryCount > 0);
  const total = sent.length;
  const done = sent.filter(isCompleted).length;
  const failed = sent.filter(({ step }) => step.name === 'failed').length;
  if (total < 2 || done + failed === 0) return null;
  return (
    <p className={`flex ${rowStyle}`} data-testid="progress">
      <b>
        {failed > 0
          ? t('files.finishedFailed', { done, total, failed })
          : t('files.finished', { done, total })}
      </b>
    </p>
  );
}
