import type { Webhook } from '@gossamer/contracts/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../../components/ui/toast.tsx';
import { useFailedToast } from '../../../../form/use-account-form.ts';
import { webhookRequests } from '../../../../lib/api-webhooks.ts';
import { ActionButton } from './action-button.tsx';
import { useNoteWebhooks } from './use-webhooks.ts';

/** Turns a webhook off or on. */
export function SwitchButton({ webhook, labelId }: { webhook: Webhook; labelId: string }) {
  const { t } = useTranslation('webhooks');
  const showToast = useToast();
  const sayFailed = useFailedToast();
  const { noteChanged, readAgain } = useNoteWebhooks();
  const [isBusy, setBusy] = useState(false);
  const { id, url, isEnabled } = webhook;

  async function change(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      const changed = await webhookRequests.change(id, { isEnabled: !isEnabled });
      noteChanged(changed);
      // Turning a webhook off fails its pending deliveries.
      void readAgain();
      showToast(
        changed.isEnabled
          ? { title: t('switch.onDone'), description: t('switch.onText', { url }) }
          : { title: t('switch.offDone'), description: t('switch.offText') },
      );
    } catch (error) {
      sayFailed(error, t('switch.failed'));
    }
    setBusy(false);
  }

  return (
    <ActionButton variant="quiet" labelId={labelId} isBusy={isBusy} onClick={() => void change()}>
      {t(isEnabled ? 'actions.switchOff' : 'actions.switchOn')}
    </ActionButton>
  );
}
