import { signupBody } from '@gossamer/contracts/accounts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { AccountForm } from '../../form/account-form.tsx';
import { EmailField } from '../../form/email-field.tsx';
import { LegalNote } from '../../form/legal-note.tsx';
import { NameFields } from '../../form/name-fields.tsx';
import { NewPasswordField } from '../../form/new-password-field.tsx';
import { PasswordField } from '../../form/password-field.tsx';
import { useAccountForm } from '../../form/use-account-form.ts';
import { withConfirmation } from '../../form/with-confirmation.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { carryToast } from '../../lib/carried-toast.ts';
import { leaveTo } from '../../lib/leave-to.ts';
import { accountRequests } from './requests.ts';
import { returnPath } from './return-path.ts';

const signupForm = withConfirmation(signupBody.omit({ preferredLanguage: true }), 'password');

/** Sign-up form. After the sign-up, it loads the `from` path or /compress as a new page, with the user logged in. */
export function SignupForm() {
  const { t } = useTranslation('account');
  const { code } = useLanguage();
  const { field, watch, isBusy, form } = useAccountForm({
    schema: signupForm,
    failedTitle: t('signup.failed'),
    failedText: t('signup.failedText'),
    async send({ confirmPassword: _, ...values }) {
      const { firstName } = await accountRequests.signUp({ ...values, preferredLanguage: code });
      carryToast({ title: t('signup.done'), description: t('signup.doneText', { name: firstName }) });
      await leaveTo(returnPath());
    },
  });
  return (
    <AccountForm {...form}>
      <NameFields first={field('firstName')} last={field('lastName')} />
      <EmailField {...field('email')} />
      <NewPasswordField
        label={t('fields.password')}
        password={watch('password') ?? ''}
        {...field('password')}
      />
      <PasswordField
        label={t('fields.confirmPassword')}
        autoComplete="new-password"
        {...field('confirmPassword')}
      />
      <Button type="submit" variant="primary" size="large" isBusy={isBusy} className="mt-1">
        {t(isBusy ? 'signup.busy' : 'signup.submit')}
      </Button>
      <LegalNote of="signup" />
    </AccountForm>
  );
}
