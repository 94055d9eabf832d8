import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

/**
 * Returns the actions for "Clear all". If clearing would lose results (`isRisky`), the user must confirm; otherwise,
 * the user can undo it.
 */
export function useClearAll() {
  const { t } = useTranslation(['compress', 'common']);
  const { state, dispatch, clear } = useUploadQueue();
  const showToast = useToast();
  // Restored items are marked as downloaded, so clearing them needs no confirmation.
  const isRisky = state.items.some(({ step, isDownloaded }) => step.name !== 'failed' && !isDownloaded);

  function clearNow() {
    clear();
    dispatch({ type: 'clearForgotten' });
  }

  function clearWithUndo() {
    const count = state.items.length;
    clear();
    showToast({
      title: t('compress:toast.cleared'),
      description: t('compress:toast.clearedText', { count }),
      action: { label: t('common:undo'), onPress: () => dispatch({ type: 'clearUndone' }) },
    });
  }

  return { isRisky, clearNow, clearWithUndo };
}
