import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../components/ui/button.tsx';
import { useToast } from '../components/ui/toast.tsx';
import { sendJson } from '../lib/api-client.ts';
import { useFailedToast } from './use-account-form.ts';

type Props = { email: string } & Pick<ComponentProps<typeof Button>, 'size' | 'className'>;

/** Resends the link that confirms a member's email address. Requires the namespace `account`. */
export function ConfirmationButton({ email, ...button }: Props) {
  const { t } = useTranslation('account');
  const showToast = useToast();
  const sayFailed = useFailedToast();
  const [isBusy, setBusy] = useState(false);

  async function resend() {
    if (isBusy) return;
    setBusy(true);
    try {
      await sendJson('POST', '/api/auth/send-verification', {});
      showToast({ title: t('email.resent'), description: t('email.resentText', { email }) });
    } catch (error) {
      sayFailed(error, t('email.resendFailed'));
    }
    setBusy(false);
  }

  return (
    <Button isBusy={isBusy} onClick={() => void resend()} {...button}>
      {t('email.resend')}
    </Button>
  );
}
