import { deleteAccountBody } from '@gossamer/contracts/accounts';
import { AlertDialog } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { paths } from '../../../app/paths.ts';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { DialogActions, QuestionCard } from '../../../components/ui/dialog-parts.tsx';
import { AccountForm } from '../../../form/account-form.tsx';
import { PasswordField } from '../../../form/password-field.tsx';
import { TextField } from '../../../form/text-field.tsx';
import { useAccountForm } from '../../../form/use-account-form.ts';
import { carryToast } from '../../../lib/carried-toast.ts';
import { leaveTo } from '../../../lib/leave-to.ts';
import { accountRequests } from '../requests.ts';

const deleteForm = deleteAccountBody.extend({ word: z.string() });

/**
 * Dialog that deletes the account after the member has entered a confirmation word and the password. The cancel button
 * comes first.
 */
export function DeleteDialog({ isPremium, onClose }: { isPremium: boolean; onClose: () => void }) {
  const { t } = useTranslation('account');
  const word = t('delete.word');
  const { field, watch, isBusy, form } = useAccountForm({
    schema: deleteForm,
    defaultValues: { word: '', currentPassword: '' },
    failedTitle: t('delete.failed'),
    async send({ currentPassword }) {
      await accountRequests.deleteAccount({ currentPassword });
      carryToast({ title: t('delete.done'), description: t('delete.doneText') });
      await leaveTo(paths.home);
    },
  });
  const isConfirmed = watch('word').trim().toLocaleLowerCase() === word.toLocaleLowerCase();
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}>
      <QuestionCard title={t('delete.question')}>
        <AlertDialog.Description>
          {t(isPremium ? 'delete.consequencePro' : 'delete.consequence')}
        </AlertDialog.Description>
        <p className="text-small">{t('delete.earnings')}</p>
        <AccountForm {...form} className="mt-2">
          <TextField
            label={t('delete.confirm', { word })}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...field('word')}
          />
          <PasswordField
            label={t('fields.currentPassword')}
            autoComplete="current-password"
            {...field('currentPassword')}
          />
          <DialogActions className="mt-2">
            <AlertDialog.Cancel className={buttonStyle({ variant: 'secondary' })}>
              {t('delete.cancel')}
            </AlertDialog.Cancel>
            <Button type="submit" variant="danger" disabled={!isConfirmed} isBusy={isBusy}>
              {t(isBusy ? 'delete.busy' : 'delete.submit')}
            </Button>
          </DialogActions>
        </AccountForm>
      </QuestionCard>
    </AlertDialog.Root>
  );
}
