import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { fetchPage } from '../../lib/fetch-compressions.ts';
import { useLoadMore } from '../../lib/use-load-more.ts';
import { type HistoryList, withNextPage } from './history-list.ts';

/** Button that loads the next page of the history. */
export function ShowMore({ nextPath, listKey }: { nextPath: string; listKey: readonly unknown[] }) {
  const { t } = useTranslation('history');
  const queryClient = useQueryClient();
  const {
    isPending,
    isError,
    mutate: load,
  } = useLoadMore(async () => {
    const page = await fetchPage(nextPath);
    queryClient.setQueryData<HistoryList>(listKey, (known) => known && withNextPage(known, page));
  });

  return (
    <div className="mt-5 grid justify-items-center gap-2">
      <Button isBusy={isPending} disabled={isPending} onClick={() => load()}>
        {t('showMore')}
      </Button>
      {isError && (
        <p role="alert" className="text-small text-danger">
          {t('showMoreFailed')}
        </p>
      )}
    </div>
  );
}
