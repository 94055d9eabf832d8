import { useTranslation } from 'react-i18next';
import { useOpenComparison } from '../features/compress/uploads/use-open-comparison.ts';
import { HistorySkeleton } from '../features/history/history-skeleton.tsx';
import { HistoryView } from '../features/history/history-view.tsx';
import { Totals, TotalsSkeleton } from '../features/history/totals.tsx';
import { formatSpan } from '../i18n/format-time.ts';
import { usePlanLimits } from '../lib/plan-limits.ts';
import { useMembersOnly } from '../lib/unauthorized.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function HistoryScreen() {
  const { t } = useTranslation('history');
  const user = useMembersOnly();
  const { resultKeptMs } = usePlanLimits();
  const compare = useOpenComparison();
  useDocumentTitle(t('title'));
  return (
    <div className="page pt-[clamp(1.75rem,1.3rem+1.8vw,3rem)]">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-10 gap-y-3 md:mb-7">
        <div>
          <h1>{t('title')}</h1>
          <p className="mt-1.5">{t('subtitle', { time: formatSpan(resultKeptMs) })}</p>
        </div>
        {user ? <Totals /> : <TotalsSkeleton />}
      </div>
      {user ? <HistoryView onCompare={compare} /> : <HistorySkeleton />}
    </div>
  );
}
