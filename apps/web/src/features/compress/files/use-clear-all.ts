import { useTranslation } from 'react-i18next';
import { useToast } from '../../../components/ui/toast.tsx';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

/** As long as the toast that offers it. */
const undoMs = 5_000;

/** "Clear all": asks where something would be lost, otherwise can be undone. */
export function useClearAll() {
  const { t } = useTranslation(['compress', 'common']);
  const { state, dispatch, clear } = useUploadQueue();
  const showToast = useToast();
  // Of what was listed again after a reload nothing is lost: it is marked as downloaded.
  const isRisky = state.items.some(({ step, isDownloaded }) => step.name !== 'failed' && !isDownloaded);

  function clearNow() {
    clear();
    dispatch({ type: 'clearForgotten' });
  }

  function clearWithUndo() {
    const count = state.items.length;
    clear();
    const forgetting = setTimeout(() => dispatch({ type: 'clearForgotten' }), undoMs);
    const undo = () => {
      clearTimeout(forgetting);
      dispatch({ type: 'clearUndone' });
    };
    showToast({
      title: t('compress:toast.cleared'),
      description: t('compress:toast.clearedText', { count }),
      action: { label: t('common:undo'), onPress: undo },
    });
  }

  return { isRisky, clearNow, clearWithUndo };
}
