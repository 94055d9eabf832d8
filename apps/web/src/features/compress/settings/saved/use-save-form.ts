import { maxSavedSettingsNameChars, savedSettingsRequest } from '@gossamer/contracts/saved-settings';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../../components/ui/toast.tsx';
import { useAccountForm } from '../../../../form/use-account-form.ts';
import { failureText } from '../../../../i18n/failure-text.ts';
import { toSettings } from '../compress-settings.ts';
import { useSettings } from '../settings-context.tsx';
import { savedSettingsRequests } from './saved-settings-requests.ts';
import { useNoteSavedSettings } from './use-saved-settings.ts';

const nameForm = savedSettingsRequest.pick({ name: true });

/** Returns the state of the form that saves the current settings. Calls `onClose` after they have been saved. */
export function useSaveForm(suggestedName: string, onClose: () => void) {
  const { t } = useTranslation('compress');
  const { form: settings } = useSettings();
  const showToast = useToast();
  const { noteSaved } = useNoteSavedSettings();
  const { field, watch, isBusy, form } = useAccountForm({
    schema: nameForm,
    defaultValues: { name: suggestedName },
    failedTitle: t('settings.saved.form.failed'),
    async send({ name }) {
      noteSaved(await savedSettingsRequests.save({ name, settings: toSettings(settings) }));
      showToast({ title: t('settings.saved.form.done') });
      onClose();
    },
  });
  const { registration, error } = field('name');
  const problem =
    error &&
    failureText({ reason: 'invalid_full_name', details: { min: 1, max: maxSavedSettingsNameChars } });
  return { name: watch('name'), input: { ...registration, problem }, isBusy, form };
}
