import type { SavedSettings } from '@gossamer/contracts/saved-settings';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../components/ui/lazy-confirm-dialog.ts';
import { useToast } from '../../../../components/ui/toast.tsx';
import { useFailedToast } from '../../../../form/use-failed-toast.ts';
import { ignoreCode } from '../../../../lib/api-error.ts';
import { savedSettingsRequests } from './saved-settings-requests.ts';
import { useNoteSavedSettings } from './use-saved-settings.ts';

type Props = { saved: SavedSettings; onClose: () => void; onDeleted: () => void };

/** Dialog that deletes saved settings after a confirmation. It closes before the request is finished. */
export function DeleteDialog({ saved, onClose, onDeleted }: Props) {
  const { t } = useTranslation('compress');
  const { id, name } = saved;
  const showToast = useToast();
  const sayFailed = useFailedToast();
  const { noteDeleted } = useNoteSavedSettings();
  const { mutate } = useMutation({
    // Ignore the error if the settings were already deleted in another window.
    mutationFn: () => savedSettingsRequests.delete(id).catch(ignoreCode('saved_settings_not_found')),
    onSuccess() {
      noteDeleted(id);
      showToast({ title: t('settings.saved.remove.done') });
      onDeleted();
    },
    onError: (error) => sayFailed(error, t('settings.saved.remove.failed')),
  });
  return (
    <ConfirmDialog
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('settings.saved.remove.title', { name })}
      text={t('settings.saved.remove.text')}
      cancelLabel={t('settings.saved.remove.keep')}
      confirmLabel={t('settings.saved.remove.confirm')}
      onConfirm={mutate}
    />
  );
}
