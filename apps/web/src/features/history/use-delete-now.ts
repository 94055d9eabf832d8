import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../components/ui/toast.tsx';
import { failureText } from '../../i18n/failure-text.ts';
import { sendJson } from '../../lib/api-client.ts';
import { toFailure } from '../../lib/api-failure.ts';
import { type ListedCompression, refreshCompressions } from '../../lib/compressions.ts';
import { useUnauthorized } from '../../lib/unauthorized.ts';
import { type HistoryList, withDeleted } from './history-list.ts';
import { rowElementId } from './history-row.tsx';
import { historyKey } from './use-history.ts';

/**
 * Returns a function that deletes the files of compressions one after the other and stops at the first failure. The
 * rows of the compressions remain in the history.
 */
export function useDeleteNow(): (rows: readonly ListedCompression[]) => void {
  const { t } = useTranslation('history');
  const queryClient = useQueryClient();
  const showToast = useToast();
  const logInAgain = useUnauthorized();
  const { mutate } = useMutation({
    async mutationFn(rows: readonly ListedCompression[]) {
      for (const { id } of rows) {
        await sendJson('DELETE', `/api/compression/${id}`);
        // Cancel list requests in flight, because their responses may predate the deletion.
        await queryClient.cancelQueries({ queryKey: historyKey });
        queryClient.setQueriesData<HistoryList>(
          { queryKey: historyKey },
          (known) => known && withDeleted(known, id, new Date()),
        );
      }
    },
    onSuccess(_, rows) {
      refreshCompressions(queryClient);
      const [{ originalFilename: name = '', id = '' } = {}] = rows;
      const description =
        rows.length === 1
          ? t('toast.deletedText', { name })
          : t('toast.deletedManyText', { count: rows.length });
      showToast({ title: t('toast.deleted'), description });
      // Move the focus to the row, because the focused button is removed.
      document.getElementById(rowElementId(id))?.focus({ preventScroll: true });
    },
    onError(error) {
      refreshCompressions(queryClient);
      const failure = toFailure(error);
      if (failure.reason === 'unauthorized') return logInAgain();
      const description = failureText(failure);
      showToast({ variant: 'destructive', title: t('toast.deleteFailed'), description });
    },
  });
  return mutate;
}
