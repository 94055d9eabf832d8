import { loginBody, password } from '@gossamer/contracts/accounts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { Button } from '../../components/ui/button.tsx';
import { AccountForm } from '../../form/account-form.tsx';
import { EmailField } from '../../form/email-field.tsx';
import { PasswordField } from '../../form/password-field.tsx';
import { useAccountForm } from '../../form/use-account-form.ts';
import { carryToast } from '../../lib/carried-toast.ts';
import { leaveTo } from '../../lib/leave-to.ts';
import { accountRequests } from './requests.ts';
import { returnPath } from './return-path.ts';

/**
 * Schema of the login form. Unlike the server's schema, it enforces the minimum password length, as the specification
 * requires.
 */
const loginForm = loginBody.extend({ password });

/** Login form. After the login, it loads the `from` path or /compress as a new page, which contains the session. */
export function LoginForm() {
  const { t } = useTranslation('account');
  const { field, isBusy, form } = useAccountForm({
    schema: loginForm,
    failedTitle: t('login.failed'),
    failedText: t('login.failedText'),
    async send(values) {
      const { firstName } = await accountRequests.logIn(values);
      carryToast({ title: t('login.done'), description: t('login.doneText', { name: firstName }) });
      await leaveTo(returnPath());
    },
  });
  return (
    <AccountForm {...form}>
      <EmailField {...field('email')} />
      <PasswordField
        label={t('fields.password')}
        autoComplete="current-password"
        aside={
          <Link to={paths.forgotPassword} className="link font-normal">
            {t('login.forgot')}
          </Link>
        }
        {...field('password')}
      />
      <Button type="submit" variant="primary" size="large" isBusy={isBusy} className="mt-1">
        {t(isBusy ? 'login.busy' : 'login.submit')}
      </Button>
    </AccountForm>
  );
}
