import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { useCompare } from '../compare/use-compare.ts';
import { useRequestedComparison } from '../compare/use-requested-comparison.ts';
import { useDownloads } from '../download/use-downloads.ts';
import { toSettings } from '../settings/compress-settings.ts';
import { useSettings } from '../settings/settings-context.tsx';
import {
  canCompressAgain,
  isCompleted,
  isUnderWay,
  settingsFor,
  type UploadItem,
} from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import { ActionBar } from './action-bar.tsx';
import { ApplyNotice } from './apply-notice.tsx';
import { FileRow } from './file-row.tsx';
import { ReviewNotice } from './review-notice.tsx';
import { TotalsHeader } from './totals-header.tsx';
import { useReview } from './use-review.ts';
import { useRowActions } from './use-row-actions.ts';

const ItemSettings = lazyPart(
  () => import('./item-settings.tsx'),
  ({ ItemSettings }) => ItemSettings,
);

export function FileList() {
  const { t } = useTranslation('compress');
  const {
    state: { items },
    dispatch,
  } = useUploadQueue();
  const { form } = useSettings();
  const settings = toSettings(form);
  const isOutdated = (item: UploadItem) => canCompressAgain(item, settingsFor(item, settings));
  const outdatedCount = items.filter(isOutdated).length;
  const [settingsKey, setSettingsKey] = useState<string>();
  const settingsItem = items.find(({ key }) => key === settingsKey);
  const downloads = useDownloads();
  const { CompareView, compare, ...compared } = useCompare();
  const section = useRef<HTMLElement>(null);
  const review = useReview(items, compared.onOpenKeyChange);
  useRequestedComparison(items, compare);
  const actions = useRowActions({
    compare,
    download: downloads.download,
    openSettings: setSettingsKey,
  });
  return (
    <section ref={section} tabIndex={-1} aria-label={t('files.title')} className="card">
      <TotalsHeader items={items} />
      <ul className="overflow-hidden rounded-card not-first:border-t not-first:border-line not-first:rounded-t-none">
        {items.map((item) => (
          <FileRow
            key={item.key}
            item={item}
            isOutdated={isOutdated(item)}
            maxButtons={outdatedCount > 0 ? 5 : 4}
            actions={actions}
          />
        ))}
      </ul>
      <div className="sticky bottom-0 z-15 max-md:fixed max-md:inset-x-0">
        {outdatedCount > 0 && (
          <ApplyNotice count={outdatedCount} onApply={() => dispatch({ type: 'reapplied', settings })} />
        )}
        {outdatedCount === 0 && review.waiting.length > 0 && !items.some(isUnderWay) && (
          <ReviewNotice
            count={review.waiting.length}
            total={items.filter(isCompleted).length}
            onReview={async (pressed) => {
              const first = review.start();
              if (first !== undefined && !(await compare(first, pressed))) review.end();
            }}
          />
        )}
        <ActionBar downloads={downloads} />
      </div>
      {settingsItem && <ItemSettings item={settingsItem} onClose={() => setSettingsKey(undefined)} />}
      {CompareView && (
        <CompareView
          items={review.reviewItems ?? items.filter((item) => isCompleted(item) || item.earlier)}
          onDownload={downloads.download}
          onReviewed={review.reviewItems && review.keep}
          fallback={section}
          {...compared}
          onOpenKeyChange={(key) => {
            if (key === undefined) review.end();
            compared.onOpenKeyChange(key);
          }}
        />
      )}
    </section>
  );
}
