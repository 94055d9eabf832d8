import { forgotPasswordBody, mailLinkMs } from '@gossamer/contracts/accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { Button } from '../../components/ui/button.tsx';
import { AccountForm } from '../../form/account-form.tsx';
import { EmailField } from '../../form/email-field.tsx';
import { useAccountForm } from '../../form/use-account-form.ts';
import { formatMinutes } from '../../i18n/format.ts';
import { accountRequests } from './requests.ts';

/** Form that requests a password reset email. The response does not reveal whether the account exists. */
export function ForgotForm() {
  const { t } = useTranslation('account');
  const [isSent, setSent] = useState(false);
  const { field, isBusy, form } = useAccountForm({
    schema: forgotPasswordBody,
    failedTitle: t('forgot.failed'),
    async send(values) {
      await accountRequests.forgotPassword(values);
      setSent(true);
    },
  });
  const wait = formatMinutes(mailLinkMs.reset / 60_000);
  return (
    <div className="grid gap-5">
      {isSent ? (
        <div role="status" className="card grid gap-1 p-5">
          <h2 className="text-head font-strong">{t('forgot.doneTitle')}</h2>
          <p>{t('forgot.doneText', { wait })}</p>
          <Button className="mt-3 justify-self-start" onClick={() => setSent(false)}>
            {t('forgot.again')}
          </Button>
        </div>
      ) : (
        <AccountForm {...form}>
          <EmailField {...field('email')} />
          <Button type="submit" variant="primary" size="large" isBusy={isBusy} className="mt-1">
            {t(isBusy ? 'forgot.busy' : 'forgot.submit')}
          </Button>
        </AccountForm>
      )}
      <Link to={paths.login} className="link justify-self-start">
        {t('forgot.toLogin')}
      </Link>
    </div>
  );
}
