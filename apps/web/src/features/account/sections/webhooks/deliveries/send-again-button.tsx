import type { Delivery } from '@gossamer/contracts/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../components/ui/button.tsx';
import { useToast } from '../../../../../components/ui/toast.tsx';
import { useFailedToast } from '../../../../../form/use-account-form.ts';
import { webhookRequests } from '../../../../../lib/api-webhooks.ts';
import { useNoteDeliveries } from './use-deliveries.ts';

/** Sends a message again; the list shows the outcome. */
export function SendAgainButton({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const { t } = useTranslation('webhooks');
  const showToast = useToast();
  const sayFailed = useFailedToast();
  const { noteDelivery } = useNoteDeliveries(webhookId);
  const [isBusy, setBusy] = useState(false);

  async function send(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      noteDelivery(await webhookRequests.replay(webhookId, delivery.id));
      showToast({ title: t('detail.againDone'), description: t('detail.againDoneText') });
    } catch (error) {
      sayFailed(error, t('detail.againFailed'));
    }
    setBusy(false);
  }

  return (
    <Button
      size="small"
      className="justify-self-start"
      // A pending delivery is already being sent.
      disabled={delivery.status === 'pending'}
      isBusy={isBusy}
      onClick={() => void send()}
    >
      {t(isBusy ? 'detail.sending' : 'detail.again')}
    </Button>
  );
}
