import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../components/ui/button.tsx';
import { useToast } from '../components/ui/toast.tsx';
import { sendJson } from '../lib/api-client.ts';
import { useRequest } from './use-request.ts';

type Props = { email: string } & Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'className'>;

/** Button that resends the email to confirm a member's address. Requires the namespace `account`. */
export function ConfirmationButton({ email, ...button }: Props) {
  const { t } = useTranslation('account');
  const showToast = useToast();
  const { isPending, mutate: resend } = useRequest({
    mutationFn: () => sendJson('POST', '/api/auth/send-verification', {}),
    onSuccess: () => showToast({ title: t('email.resent'), description: t('email.resentText', { email }) }),
    failedTitle: t('email.resendFailed'),
  });
  return (
    <Button isBusy={isPending} onClick={resend} {...button}>
      {t('email.resend')}
    </Button>
  );
}
