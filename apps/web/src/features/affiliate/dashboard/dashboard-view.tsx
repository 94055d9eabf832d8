import { useTranslation } from 'react-i18next';
import { isLoggedOut } from '../../../lib/use-leave-logged-out.ts';
import { LoadFailed } from '../load-failed.tsx';
import { Dashboard } from './dashboard.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { UnknownCode } from './unknown-code.tsx';
import { isUnknown, readCode, useDashboard } from './use-dashboard.ts';

/** Shows the dashboard for an affiliate code, or its loading and error states. Requires a logged-in member. */
export function DashboardView({ writtenCode }: { writtenCode: string }) {
  const code = readCode(writtenCode);
  return code === undefined ? <UnknownCode /> : <Asked code={code} />;
}

function Asked({ code }: { code: string }) {
  const { t } = useTranslation('affiliate');
  const { data, error, isFetching, refetch } = useDashboard(code);
  if (isUnknown(error)) return <UnknownCode />;
  if (data) return <Dashboard data={data} />;
  if (!error || isLoggedOut(error)) return <DashboardSkeleton />;
  return (
    <>
      <h1 className="mb-5 md:mb-7">{t('dashboard.title')}</h1>
      <div className="card">
        <LoadFailed
          title={t('dashboard.failed')}
          retryLabel={t('dashboard.retry')}
          error={error}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    </>
  );
}
