import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useRecentCompressions } from '../../lib/compressions.ts';
import { useSaveResult } from '../../lib/use-save-result.ts';
import { RecentHead } from './recent-head.tsx';
import { RecentRow } from './recent-row.tsx';

/** Full-width list of the member's three most recent compressions. */
export function RecentList() {
  const { t } = useTranslation('dashboard');
  const { data, isError } = useRecentCompressions();
  const save = useSaveResult();
  return (
    <section aria-labelledby="recent" className="card overflow-hidden" data-testid="recent">
      <RecentHead id="recent" title={t('recent.title')} />
      {!data && !isError && <Skeleton className="m-5 h-14" />}
      {isError && !data && <p className="px-5 py-6">{t('recent.unavailable')}</p>}
      {data?.length === 0 && <p className="px-5 py-6">{t('recent.empty')}</p>}
      <ul>
        {data?.map((row) => (
          <RecentRow key={row.id} row={row} onSave={save} />
        ))}
      </ul>
    </section>
  );
}
