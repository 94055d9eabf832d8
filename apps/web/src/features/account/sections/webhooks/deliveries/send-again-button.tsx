import type { Delivery } from '@gossamer/contracts/webhooks';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../components/ui/button.tsx';
import { useToast } from '../../../../../components/ui/toast.tsx';
import { useRequest } from '../../../../../form/use-request.ts';
import { webhookRequests } from '../../../../../lib/api-webhooks.ts';
import { useNoteDeliveries } from './use-deliveries.ts';

/** Button that sends a webhook message again. The result appears in the list of deliveries. */
export function SendAgainButton({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const { t } = useTranslation('webhooks');
  const showToast = useToast();
  const { noteDelivery } = useNoteDeliveries(webhookId);
  const { isPending, mutate: send } = useRequest({
    mutationFn: () => webhookRequests.replay(webhookId, delivery.id),
    onSuccess(sent) {
      noteDelivery(sent);
      showToast({ title: t('detail.againDone'), description: t('detail.againDoneText') });
    },
    failedTitle: t('detail.againFailed'),
  });
  return (
    <Button
      size="small"
      className="justify-self-start"
      // Disabled while the delivery is pending, because the message will be sent anyway.
      disabled={delivery.status === 'pending'}
      isBusy={isPending}
      onClick={send}
    >
      {t(isPending ? 'detail.sending' : 'detail.again')}
    </Button>
  );
}
