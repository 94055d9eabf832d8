import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { useToast } from '../../components/ui/toast.tsx';
import { useFailedToast } from '../../form/use-account-form.ts';
import { accountRequests } from './requests.ts';

type Props = { email: string } & Pick<ComponentProps<typeof Button>, 'size' | 'className'>;

/** Sends the confirmation mail again. */
export function ResendButton({ email, ...button }: Props) {
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
    <Button isBusy={isBusy} onClick={() => void resend()} {...button}>
      {t('email.resend')}
    </Button>
  );
}
