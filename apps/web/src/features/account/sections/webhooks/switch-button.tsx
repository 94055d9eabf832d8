import type { Webhook } from '@gossamer/contracts/webhooks';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../../components/ui/toast.tsx';
import { useRequest } from '../../../../form/use-request.ts';
import { webhookRequests } from '../../../../lib/api-webhooks.ts';
import { ActionButton } from './action-button.tsx';
import { useNoteWebhooks } from './use-webhooks.ts';

/** Button that enables or disables a webhook. */
export function SwitchButton({ webhook, labelId }: { webhook: Webhook; labelId: string }) {
  const { t } = useTranslation('webhooks');
  const showToast = useToast();
  const { noteChanged, readAgain } = useNoteWebhooks();
  const { id, url, isEnabled } = webhook;
  const { isPending, mutate: change } = useRequest({
    mutationFn: () => webhookRequests.change(id, { isEnabled: !isEnabled }),
    onSuccess(changed) {
      noteChanged(changed);
      // Refetch the deliveries, because disabling a webhook makes all pending deliveries fail.
      void readAgain();
      showToast(
        changed.isEnabled
          ? { title: t('switch.onDone'), description: t('switch.onText', { url }) }
          : { title: t('switch.offDone'), description: t('switch.offText') },
      );
    },
    failedTitle: t('switch.failed'),
  });
  return (
    <ActionButton variant="quiet" labelId={labelId} isBusy={isPending} onClick={change}>
      {t(isEnabled ? 'actions.switchOff' : 'actions.switchOn')}
    </ActionButton>
  );
}
