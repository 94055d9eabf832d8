import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { DashboardSkeleton } from '../features/affiliate/dashboard/dashboard-skeleton.tsx';
import { DashboardView } from '../features/affiliate/dashboard/dashboard-view.tsx';
import { useMembersOnly } from '../lib/unauthorized.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

/** Affiliate dashboard of a partner. Other users cannot see it. */
export function AffiliateDashboardScreen() {
  const { t } = useTranslation();
  const { code = '' } = useParams();
  const user = useMembersOnly();
  useDocumentTitle(t('pages.affiliateDashboard.title'));
  return (
    <div className="page pt-[clamp(1.75rem,1.3rem+1.8vw,3rem)]">
      {user ? <DashboardView writtenCode={code} /> : <DashboardSkeleton />}
    </div>
  );
}
