import { useTranslation } from 'react-i18next';
import { useCompare } from '../compare/use-compare.ts';
import { useDownloads } from '../download/use-downloads.ts';
import { toSettings } from '../settings/compress-settings.ts';
import { useSettings } from '../settings/settings-context.tsx';
import { canCompressAgain, isCompleted } from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import { ActionBar } from './action-bar.tsx';
import { ApplyNotice } from './apply-notice.tsx';
import { FileRow } from './file-row.tsx';
import { TotalsHeader } from './totals-header.tsx';
import { useRowActions } from './use-row-actions.ts';

export function FileList() {
  const { t } = useTranslation('compress');
  const {
    state: { items },
    dispatch,
  } = useUploadQueue();
  const { form } = useSettings();
  const settings = toSettings(form);
  const outdatedCount = items.filter((item) => canCompressAgain(item, settings)).length;
  const downloads = useDownloads();
  const { CompareView, compare, ...compared } = useCompare();
  const actions = useRowActions({ compare, download: downloads.download });
  return (
    <section aria-label={t('files.title')} className="card">
      <TotalsHeader items={items} />
      <ul className="overflow-hidden rounded-card not-first:border-t not-first:border-line not-first:rounded-t-none">
        {items.map((item) => (
          <FileRow
            key={item.key}
            item={item}
            isOutdated={canCompressAgain(item, settings)}
            maxButtons={outdatedCount > 0 ? 4 : 3}
            actions={actions}
          />
        ))}
      </ul>
      {outdatedCount > 0 && (
        <ApplyNotice count={outdatedCount} onApply={() => dispatch({ type: 'reapplied', settings })} />
      )}
      <ActionBar downloads={downloads} />
      {CompareView && (
        <CompareView items={items.filter(isCompleted)} onDownload={downloads.download} {...compared} />
      )}
    </section>
  );
}
