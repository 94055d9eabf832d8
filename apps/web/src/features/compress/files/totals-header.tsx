import { useTranslation } from 'react-i18next';
import { Thread } from '../../../components/ui/thread.tsx';
import { formatBytes, formatSaved } from '../../../i18n/format.ts';
import { splitAtPart } from '../../../i18n/split-at-part.ts';
import { isSettled, totalsOf, type UploadItem } from '../uploads/upload-state.ts';

/** Shows how much space the completed files have saved. */
export function TotalsHeader({ items }: { items: UploadItem[] }) {
  const { t } = useTranslation('compress');
  const totals = totalsOf(items);
  if (!totals) return null;
  const { originalBytes, keptBytes, savedBytes, savedPercent } = totals;
  const texts = items.every(isSettled)
    ? ({ saved: 'files.savedDone', savedNothing: 'files.savedDoneNothing' } as const)
    : ({ saved: 'files.saved', savedNothing: 'files.savedNothing' } as const);
  const to = formatBytes(keptBytes);
  const [before, after] = splitAtPart((part) =>
    t('files.fromTo', { from: formatBytes(originalBytes), to: part }),
  );
  return (
    <div className="grid gap-3.5 px-5 pt-5 pb-4.5" data-testid="totals">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-2">
          <b className="text-[2.375rem] leading-none font-(--g-weight-display) tracking-(--g-track-title) tabular-nums">
            {formatBytes(savedBytes)}
          </b>
          <span>
            {t(savedBytes > 0 ? texts.saved : texts.savedNothing, { percent: formatSaved(savedPercent) })}
          </span>
        </p>
        <p className="text-small tabular-nums">
          {before}
          <b>{to}</b>
          {after}
        </p>
      </div>
      <Thread
        isThick
        look={savedBytes > 0 ? 'kept' : 'full'}
        percent={Math.min(100, (keptBytes / originalBytes) * 100)}
      />
    </div>
  );
}
