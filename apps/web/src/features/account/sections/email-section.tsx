import type { SessionUser } from '@gossamer/contracts/session-user';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { useToast } from '../../../components/ui/toast.tsx';
import { useFailedToast } from '../../../form/use-account-form.ts';
import { accountRequests } from '../requests.ts';
import { ChangeEmailForm } from './change-email-form.tsx';
import { Section } from './section.tsx';

export function EmailSection({ user: { email, isEmailVerified } }: { user: SessionUser }) {
  const { t } = useTranslation('account');
  const [isChanging, setChanging] = useState(false);
  return (
    <Section title={t('email.title')} text={t('email.text')}>
      <p className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="min-w-0 font-medium wrap-anywhere text-ink">{email}</bdi>{' '}
        <span className={`badge ${isEmailVerified ? 'badge-accent' : ''}`}>
          {t(isEmailVerified ? 'email.verified' : 'email.unverified')}
        </span>
      </p>
      {!isEmailVerified && <p className="text-small">{t('email.unverifiedText')}</p>}
      <div className="flex flex-wrap gap-2">
        {!isEmailVerified && <ResendButton email={email} />}
        {!isChanging && <Button onClick={() => setChanging(true)}>{t('email.change')}</Button>}
      </div>
      {isChanging && <ChangeEmailForm onClose={() => setChanging(false)} />}
    </Section>
  );
}

function ResendButton({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const showToast = useToast();
  const sayFailed = useFailedToast();
  const [isBusy, setBusy] = useState(false);

  async function resend() {
    if (isBusy) return;
    setBusy(true);
    try {
      await accountRequests.sendVerification();
      showToast({ title: t('email.resent'), description: t('email.resentText', { email }) });
    } catch (error) {
      sayFailed(error, t('email.resendFailed'));
    }
    setBusy(false);
  }

  return (
    <Button isBusy={isBusy} onClick={() => void resend()}>
      {t('email.resend')}
    </Button>
  );
}
