import { changePasswordBody } from '@gossamer/contracts/accounts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { useToast } from '../../../components/ui/toast.tsx';
import { AccountForm } from '../../../form/account-form.tsx';
import { NewPasswordField } from '../../../form/new-password-field.tsx';
import { PasswordField } from '../../../form/password-field.tsx';
import { useAccountForm } from '../../../form/use-account-form.ts';
import { withConfirmation } from '../../../form/with-confirmation.ts';
import { accountRequests } from '../requests.ts';
import { Section } from './section.tsx';

const passwordForm = withConfirmation(changePasswordBody, 'newPassword');
const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

export function PasswordSection({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const showToast = useToast();
  const { field, watch, reset, isBusy, form } = useAccountForm({
    schema: passwordForm,
    defaultValues: empty,
    failedTitle: t('password.failed'),
    async send({ currentPassword, newPassword }) {
      await accountRequests.changePassword({ currentPassword, newPassword });
      reset(empty);
      showToast({ title: t('password.done'), description: t('password.doneText') });
    },
  });
  return (
    <Section name="password" title={t('password.title')} text={t('password.text')}>
      <AccountForm {...form} className="w-full">
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" value={email} autoComplete="username" readOnly hidden />
        <PasswordField
          label={t('fields.currentPassword')}
          autoComplete="current-password"
          {...field('currentPassword')}
        />
        <NewPasswordField
          label={t('fields.newPassword')}
          password={watch('newPassword')}
          {...field('newPassword')}
        />
        <PasswordField
          label={t('fields.confirmPassword')}
          autoComplete="new-password"
          {...field('confirmPassword')}
        />
        <Button type="submit" isBusy={isBusy} className="justify-self-start">
          {t(isBusy ? 'password.busy' : 'password.submit')}
        </Button>
      </AccountForm>
    </Section>
  );
}
