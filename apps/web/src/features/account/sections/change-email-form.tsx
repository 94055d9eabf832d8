import { changeEmailBody } from '@gossamer/contracts/accounts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { useToast } from '../../../components/ui/toast.tsx';
import { AccountForm } from '../../../form/account-form.tsx';
import { PasswordField } from '../../../form/password-field.tsx';
import { TextField } from '../../../form/text-field.tsx';
import { useAccountForm } from '../../../form/use-account-form.ts';
import { accountRequests } from '../requests.ts';

/** Form to change the email address. The new address takes effect when the member opens the emailed link. */
export function ChangeEmailForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const showToast = useToast();
  const { field, isBusy, form } = useAccountForm({
    schema: changeEmailBody,
    defaultValues: { email: '', currentPassword: '' },
    failedTitle: t('email.failed'),
    async send(values) {
      await accountRequests.changeEmail(values);
      showToast({ title: t('email.done'), description: t('email.doneText', { email: values.email }) });
      onClose();
    },
  });
  return (
    <AccountForm {...form} className="w-full">
      <TextField
        label={t('fields.newEmail')}
        type="email"
        dir="ltr"
        autoComplete="email"
        // Focus the field, because the member has just opened the form.
        autoFocus
        className="rtl:text-end"
        {...field('email')}
      />
      <PasswordField
        label={t('fields.currentPassword')}
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isBusy}>
          {t(isBusy ? 'email.busy' : 'email.submit')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('email.cancel')}
        </Button>
      </div>
    </AccountForm>
  );
}
