import { resetPasswordBody } from '@gossamer/contracts/accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { Button } from '../../components/ui/button.tsx';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { AccountForm } from '../../form/account-form.tsx';
import { NewPasswordField } from '../../form/new-password-field.tsx';
import { PasswordField } from '../../form/password-field.tsx';
import { useAccountForm } from '../../form/use-account-form.ts';
import { withConfirmation } from '../../form/with-confirmation.ts';
import { ApiError } from '../../lib/api-error.ts';
import { carryToast } from '../../lib/carried-toast.ts';
import { leaveTo } from '../../lib/leave-to.ts';
import { accountRequests } from './requests.ts';

const resetForm = withConfirmation(resetPasswordBody.pick({ password: true }), 'password');

type Props = { token: string; onInvalid: () => void };

/**
 * Form that sets a new password with the token from an emailed link. Afterwards, shows the login page, because the
 * reset ends all sessions.
 */
export function ResetForm({ token, onInvalid }: Props) {
  const { t } = useTranslation('account');
  const [isKeeping, setKeeping] = useState(false);
  const { field, watch, isBusy, form } = useAccountForm({
    schema: resetForm,
    failedTitle: t('reset.failed'),
    async send({ password }) {
      try {
        await accountRequests.resetPassword({ token, password, keepKeysAndWebhooks: isKeeping });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'link_not_valid') return onInvalid();
        throw error;
      }
      carryToast({ title: t('reset.done'), description: t('reset.doneText') });
      await leaveTo(paths.login);
    },
  });
  return (
    <AccountForm {...form}>
      <NewPasswordField
        label={t('fields.newPassword')}
        password={watch('password') ?? ''}
        {...field('password')}
      />
      <PasswordField
        label={t('fields.confirmPassword')}
        autoComplete="new-password"
        {...field('confirmPassword')}
      />
      <Checkbox isChecked={isKeeping} onChange={setKeeping} hint={t('reset.keepKeysHint')}>
        {t('reset.keepKeys')}
      </Checkbox>
      <Button type="submit" variant="primary" size="large" isBusy={isBusy} className="mt-1">
        {t(isBusy ? 'reset.busy' : 'reset.submit')}
      </Button>
    </AccountForm>
  );
}
