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

/** Returns a function that deletes the files of a compression. Its row remains in the history. */
export function useDeleteNow(): (row: ListedCompression) => void {
  const { t } = useTranslation('history');
  const queryClient = useQueryClient();
  const showToast = useToast();
  const logInAgain = useUnauthorized();
  const { mutate } = useMutation({
    mutationFn: ({ id }: ListedCompression) => sendJson('DELETE', `/api/compression/${id}`),
    async onSuccess(_, { id, originalFilename: name }) {
      // Cancel list requests in flight, because their responses may predate the deletion.
      await queryClient.cancelQueries({ queryKey: historyKey });
      queryClient.setQueryData<HistoryList>(
        historyKey,
        (known) => known && withDeleted(known, id, new Date()),
      );
      refreshCompressions(queryClient);
      showToast({ title: t('toast.deleted'), description: t('toast.deletedText', { name }) });
      // Move the focus to the row, because the focused button is removed.
      document.getElementById(rowElementId(id))?.focus({ preventScroll: true });
    },
    onError(error) {
      const failure = toFailure(error);
      if (failure.reason === 'unauthorized') return logInAgain();
      const description = failureText(failure);
      showToast({ variant: 'destructive', title: t('toast.deleteFailed'), description });
    },
  });
  return mutate;
}
