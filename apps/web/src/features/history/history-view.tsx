import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { type ListedCompression, listRefetchMs } from '../../lib/compressions.ts';
import { isLoggedOut } from '../../lib/use-leave-logged-out.ts';
import { EmptyHistory } from './empty-history.tsx';
import { FilterBar } from './filter-bar.tsx';
import { HistorySkeleton } from './history-skeleton.tsx';
import { HistoryTable } from './history-table.tsx';
import { ShowMore } from './show-more.tsx';
import { listKeyOf, useHistory } from './use-history.ts';
import { useHistoryFilter } from './use-history-filter.ts';

type Props = { onCompare: (row: ListedCompression) => void };

/** Shows the member's history, or its loading, error and empty states. */
export function HistoryView({ onCompare }: Props) {
  const { t } = useTranslation('history');
  const { filter, change } = useHistoryFilter();
  const list = useHistory(filter);
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
  const isFiltered = Object.keys(filter).length > 0;
  if (rows.length === 0 && !isFiltered && !list.isPlaceholderData) return <EmptyHistory />;
  return (
    <>
      <FilterBar filter={filter} change={change} />
      {error && (
        <p role="status" className="mb-3 text-small text-danger">
          {t('outdated', { seconds: listRefetchMs / 1_000 })}
        </p>
      )}
      {rows.length > 0 ? (
        <HistoryTable rows={rows} onCompare={onCompare} />
      ) : (
        <NoMatches onClear={() => change({ search: '', status: '', format: '' })} />
      )}
      {nextPath !== undefined && !list.isPlaceholderData && (
        <ShowMore nextPath={nextPath} listKey={listKeyOf(filter)} />
      )}
    </>
  );
}

function NoMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('history');
  return (
    <section role="status" className="card grid justify-items-center gap-1 px-6 py-16 text-center">
      <h2 className="card-title">{t('filter.none')}</h2>
      <Button className="mt-4" onClick={onClear}>
        {t('filter.clear')}
      </Button>
    </section>
  );
}
