import { useTranslation } from 'react-i18next';
import { useUploadQueue } from '../uploads/uploads-context.tsx';
import { ActionBar } from './action-bar.tsx';
import { FileRow } from './file-row.tsx';
import { OverallProgress } from './overall-progress.tsx';
import { TotalsHeader } from './totals-header.tsx';

export function FileList() {
  const { t } = useTranslation('compress');
  const { items } = useUploadQueue().state;
  return (
    <section aria-label={t('files.title')} className="card">
      <TotalsHeader items={items} />
      <OverallProgress items={items} />
      <ul className="overflow-hidden rounded-card not-first:border-t not-first:border-line not-first:rounded-t-none">
        {items.map((item) => (
          <FileRow key={item.key} item={item} />
        ))}
      </ul>
      <ActionBar />
    </section>
  );
}
