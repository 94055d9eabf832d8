import { useTranslation } from 'react-i18next';
import { ConfirmationButton } from '../../../form/confirmation-button.tsx';

/** Notice shown in place of features that require a confirmed email address. */
export function ConfirmEmailFirst({ email }: { email: string }) {
  const { t } = useTranslation('account');
  return (
    <div className="grid max-w-120 justify-items-start gap-3">
      <p className="wrap-anywhere">{t('email.confirmFirst', { email })}</p>
      <ConfirmationButton email={email} />
    </div>
  );
}
