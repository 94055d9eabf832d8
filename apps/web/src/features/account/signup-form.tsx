import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { AccountForm } from '../../form/account-form.tsx';
import { EmailField } from '../../form/email-field.tsx';
import { NameFields } from '../../form/name-fields.tsx';
import { NewPasswordField } from '../../form/new-password-field.tsx';
import { PasswordField } from '../../form/password-field.tsx';
import { rules } from '../../form/rules.ts';
import { useAccountForm } from '../../form/use-account-form.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { carryToast } from '../../lib/carried-toast.ts';
import { leaveTo } from '../../lib/leave-to.ts';
import { accountRequests } from './requests.ts';
import { returnPath } from './return-path.ts';
import { SignupTerms } from './signup-terms.tsx';

type Fields = {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  confirmPassword: string;
};

/** Creates an account, then loads /compress or the path in `from`, logged in. */
export function SignupForm() {
  const { t } = useTranslation('account');
  const { code } = useLanguage();
  const { field, watch, isBusy, form } = useAccountForm<Fields>({
    failedTitle: t('signup.failed'),
    failedText: t('signup.failedText'),
    async send({ confirmPassword: _, ...values }) {
      const { firstName } = await accountRequests.signUp({
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        email: values.email.trim(),
        password: values.password,
        preferredLanguage: code,
      });
      carryToast({ title: t('signup.done'), description: t('signup.doneText', { name: firstName }) });
      await leaveTo(returnPath());
    },
  });
  return (
    <AccountForm {...form}>
      <NameFields first={field('firstName', rules.firstName)} last={field('lastName', rules.lastName)} />
      <EmailField {...field('email', rules.email)} />
      <NewPasswordField
        label={t('fields.password')}
        password={watch('password') ?? ''}
        {...field('password', rules.password)}
      />
      <PasswordField
        label={t('fields.confirmPassword')}
        autoComplete="new-password"
        {...field('confirmPassword', rules.sameAs('password'))}
      />
      <Button type="submit" variant="primary" size="large" isBusy={isBusy} className="mt-1">
        {t(isBusy ? 'signup.busy' : 'signup.submit')}
      </Button>
      <SignupTerms />
    </AccountForm>
  );
}
