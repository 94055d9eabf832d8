import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { listRefetchMs } from '../../lib/compressions.ts';
import { isLoggedOut } from '../../lib/use-leave-logged-out.ts';
import { EmptyHistory } from './empty-history.tsx';
import { HistorySkeleton } from './history-skeleton.tsx';
import { HistoryTable } from './history-table.tsx';
import { ShowMore } from './show-more.tsx';
import { useHistory } from './use-history.ts';

/** Shows the member's history, or its loading, error and empty states. */
export function HistoryView() {
  const { t } = useTranslation('history');
  const list = useHistory();
  const { data, error } = list;
  if (!data) {
    if (!error || isLoggedOut(error)) return <HistorySkeleton />;
    return (
      <div role="alert" className="card grid justify-items-start gap-3 p-6">
        <h2 className="text-head">{t('failed.title')}</h2>
        <Button onClick={() => void list.refetch()} isBusy={list.isFetching}>
          {t('failed.action')}
        </Button>
      </div>
    );
  }
  const { rows, nextPath } = data;
  if (rows.length === 0) return <EmptyHistory />;
  return (
    <>
      {error && (
        <p role="status" className="mb-3 text-small text-danger">
          {t('outdated', { seconds: listRefetchMs / 1_000 })}
        </p>
      )}
      <HistoryTable rows={rows} />
      {nextPath !== undefined && <ShowMore nextPath={nextPath} />}
    </>
  );
}
