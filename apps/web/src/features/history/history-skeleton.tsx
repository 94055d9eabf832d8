import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../components/ui/skeleton.tsx';

const rows = [1, 2, 3, 4, 5, 6];

/** Loading skeleton of the history page. */
export function HistorySkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="card overflow-hidden">
      <span className="sr-only">{t('loading')}</span>
      {rows.map((row) => (
        <div key={row} className="flex min-h-18 items-center gap-3.5 border-line px-5 not-last:border-b">
          <Skeleton className="size-12 flex-none" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="ms-auto h-4 w-1/5 max-wide:hidden" />
        </div>
      ))}
    </div>
  );
}
