import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../components/ui/skeleton.tsx';

/** Skeleton with the layout of the dashboard. */
export function DashboardSkeleton() {
  const { t } = useTranslation(['affiliate', 'common']);
  return (
    <>
      <h1 className="mb-5 md:mb-7">{t('dashboard.title')}</h1>
      <div role="status" className="grid gap-4">
        <span className="sr-only">{t('common:loading')}</span>
        <Skeleton className="h-24" />
        <div className="grid grid-cols-1 gap-4 wide:grid-cols-[minmax(0,1fr)_23rem]">
          <Skeleton className="h-88" />
          <Skeleton className="h-88" />
        </div>
        <Skeleton className="h-64" />
      </div>
    </>
  );
}
