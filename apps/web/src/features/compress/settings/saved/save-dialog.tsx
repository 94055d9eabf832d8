import {
  maxSavedSettings,
  maxSavedSettingsNameChars,
  type SavedSettings,
  savedSettingsNameKey,
} from '@gossamer/contracts/saved-settings';
import { Dialog } from 'radix-ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonStyle } from '../../../../components/ui/button.tsx';
import { DialogActions, dialogStyle, scrimStyle } from '../../../../components/ui/dialog-parts.tsx';
import { useReturnFocus } from '../../../../components/ui/use-return-focus.ts';
import { AccountForm } from '../../../../form/account-form.tsx';
import { LabeledInput } from '../../../../form/labeled-input.tsx';
import { failureText } from '../../../../i18n/failure-text.ts';
import { useSaveForm } from './use-save-form.ts';

type Props = { saved: SavedSettings[]; suggestedName: string; onClose: () => void };

/** Dialog that saves the current settings under a name. It shows a hint if the name already exists. */
export function SaveDialog({ saved, suggestedName, onClose }: Props) {
  const { t } = useTranslation('compress');
  const hintId = useId();
  const returnFocus = useReturnFocus();
  const { name, input, isBusy, form } = useSaveForm(suggestedName, onClose);
  const replaced = saved.find((each) => savedSettingsNameKey(each.name) === savedSettingsNameKey(name));
  const action = replaced ? 'replace' : 'submit';
  const hint = replaced ? t('settings.saved.form.replaces', { name: replaced.name }) : limitText(saved);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={scrimStyle} />
        <Dialog.Content aria-describedby={undefined} className={`max-w-104 ${dialogStyle}`} {...returnFocus}>
          <Dialog.Title className="card-title text-ink">{t('settings.saved.form.title')}</Dialog.Title>
          <AccountForm {...form} className="mt-2">
            <LabeledInput
              label={t('settings.saved.form.name')}
              dir="auto"
              autoComplete="off"
              maxLength={maxSavedSettingsNameChars}
              hint={{ id: hintId, element: <Hint id={hintId} text={hint} /> }}
              {...input}
            />
            <DialogActions>
              <Dialog.Close className={buttonStyle({ variant: 'secondary' })}>
                {t('settings.saved.form.cancel')}
              </Dialog.Close>
              <Button type="submit" variant="primary" isBusy={isBusy}>
                {t(`settings.saved.form.${isBusy ? 'busy' : action}`)}
              </Button>
            </DialogActions>
          </AccountForm>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Returns a hint if the maximum number of saved settings has been reached, otherwise an empty string. */
function limitText(saved: SavedSettings[]): string {
  if (saved.length < maxSavedSettings) return '';
  return failureText({ reason: 'too_many_saved_settings', details: { max: maxSavedSettings } });
}

function Hint({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} role="status" className="caption wrap-anywhere empty:hidden">
      {text}
    </p>
  );
}
