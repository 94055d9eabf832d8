import { type Webhook, webhookRotationMs } from '@gossamer/contracts/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../components/ui/button.tsx';
import { ConfirmDialog } from '../../../../../components/ui/lazy-confirm-dialog.ts';
import { useToast } from '../../../../../components/ui/toast.tsx';
import { useRequest } from '../../../../../form/use-request.ts';
import { formatDateTime, formatSpan } from '../../../../../i18n/format-time.ts';
import { webhookRequests } from '../../../../../lib/api-webhooks.ts';
import { useNoteWebhooks } from '../use-webhooks.ts';
import { useNoteSecret } from './use-secret.ts';

type Props = {
  webhook: Webhook;
  /**
   * Whether messages are still signed with a previous secret, whose use ends immediately if the secret is rotated
   * again.
   */
  isAgain: boolean;
  onRotated: () => void;
};

/**
 * Button that rotates the webhook's signing secret. For `webhookRotationMs`, messages are also signed with the old
 * secret.
 */
export function RotateButton({ webhook, isAgain, onRotated }: Props) {
  const { t } = useTranslation('webhooks');
  const [askedAtMs, setAskedAtMs] = useState<number>();
  const { isPending, mutate: rotate } = useRotate(webhook.id, onRotated);
  const label = webhook.kind === 'perJob' ? t('perJob.title') : webhook.label;
  return (
    <>
      <Button size="small" isBusy={isPending} onClick={() => setAskedAtMs(Date.now())}>
        {t('secret.rotate')}
      </Button>
      {askedAtMs !== undefined && (
        <ConfirmDialog
          onOpenChange={() => setAskedAtMs(undefined)}
          title={t('rotate.title', { label })}
          text={t(isAgain ? 'rotate.again' : 'rotate.text', {
            duration: formatSpan(webhookRotationMs),
            when: formatDateTime(new Date(askedAtMs + webhookRotationMs)),
          })}
          cancelLabel={t('rotate.keep')}
          confirmLabel={t('rotate.submit')}
          onConfirm={rotate}
        />
      )}
    </>
  );
}

function useRotate(webhookId: string, onRotated: () => void) {
  const { t } = useTranslation('webhooks');
  const showToast = useToast();
  const { noteRotated } = useNoteWebhooks();
  const noteSecret = useNoteSecret();
  return useRequest({
    mutationFn: () => webhookRequests.rotate(webhookId),
    onSuccess(secret) {
      const endsAt = secret.previousSecretEndsAt;
      noteSecret(webhookId, secret);
      noteRotated(webhookId, endsAt);
      onRotated();
      showToast({
        title: t('rotate.done'),
        ...(endsAt !== null && {
          description: t('rotate.doneText', { when: formatDateTime(new Date(endsAt)) }),
        }),
      });
    },
    failedTitle: t('rotate.failed'),
  });
}
