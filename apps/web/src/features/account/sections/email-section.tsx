import type { SessionUser } from '@gossamer/contracts/session-user';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { ConfirmationButton } from '../../../form/confirmation-button.tsx';
import { ChangeEmailForm } from './change-email-form.tsx';
import { Section } from './section.tsx';

export function EmailSection({ user: { email, isEmailVerified } }: { user: SessionUser }) {
  const { t } = useTranslation('account');
  const [isChanging, setChanging] = useState(false);
  return (
    <Section name="email" title={t('email.title')} text={t('email.text')}>
      <p className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="min-w-0 font-medium wrap-anywhere text-ink">{email}</bdi>{' '}
        <span className={`badge ${isEmailVerified ? 'badge-accent' : 'badge-glint'}`}>
          {t(isEmailVerified ? 'email.verified' : 'email.unverified')}
        </span>
      </p>
      {!isEmailVerified && (
        <p className="rounded-control bg-glint-soft px-3.5 py-3 text-small text-ink">
          {t('email.unverifiedText')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!isEmailVerified && <ConfirmationButton email={email} variant="primary" />}
        {!isChanging && <Button onClick={() => setChanging(true)}>{t('email.change')}</Button>}
      </div>
      {isChanging && <ChangeEmailForm onClose={() => setChanging(false)} />}
    </Section>
  );
}
