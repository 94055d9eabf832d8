import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { fetchPage } from '../../lib/fetch-compressions.ts';
import { useUnauthorized } from '../../lib/unauthorized.ts';
import { type HistoryList, withNextPage } from './history-list.ts';
import { isLoggedOut } from './history-requests.ts';
import { historyKey } from './use-history.ts';

/** Adds the next page to the list. */
export function ShowMore({ nextPath }: { nextPath: string }) {
  const { t } = useTranslation('history');
  const queryClient = useQueryClient();
  const logInAgain = useUnauthorized();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');

  async function load() {
    setState('busy');
    try {
      const page = await fetchPage(nextPath);
      queryClient.setQueryData<HistoryList>(historyKey, (known) => known && withNextPage(known, page));
      setState('idle');
    } catch (error) {
      if (isLoggedOut(error)) logInAgain();
      setState('failed');
    }
  }

  return (
    <div className="mt-5 grid justify-items-center gap-2">
      <Button isBusy={state === 'busy'} disabled={state === 'busy'} onClick={() => void load()}>
        {t('showMore')}
      </Button>
      {state === 'failed' && (
        <p role="alert" className="text-small text-danger">
          {t('showMoreFailed')}
        </p>
      )}
    </div>
  );
}
