import { useTranslation } from 'react-i18next';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { formatPercent } from '../../../i18n/format.ts';
import { isSettled, isUnderWay, type UploadItem } from '../uploads/upload-state.ts';

/** With more than one file, once work has begun. */
export function OverallProgress({ items }: { items: UploadItem[] }) {
  const { t } = useTranslation('compress');
  const total = items.length;
  const done = items.filter(isSettled).length;
  if (total < 2 || (done === 0 && !items.some(isUnderWay))) return null;
  const percent = (done / total) * 100;
  // Spoken at each tenth only: a hundred files would not let anything else be heard.
  const spokenDone = Math.ceil((Math.floor(percent / 10) / 10) * total);
  const text = t('files.progress', { done, total });
  return (
    <div className="grid min-h-11 grid-cols-[auto_1fr_auto] items-center gap-4 border-t border-line bg-bg px-5 text-small tabular-nums first:rounded-t-card first:border-t-0">
      <b>{text}</b>
      <ProgressBar percent={percent} label={text} />
      <span>{formatPercent(percent)}</span>
      <span className="sr-only" aria-live="polite">
        {t('files.progressSpoken', { done: spokenDone, total })}
      </span>
    </div>
  );
}
