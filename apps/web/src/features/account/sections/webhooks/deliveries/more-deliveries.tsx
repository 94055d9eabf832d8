import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../components/ui/button.tsx';
import { useFailedToast } from '../../../../../form/use-account-form.ts';
import { webhookRequests } from '../../../../../lib/api-webhooks.ts';
import { useNoteDeliveries } from './use-deliveries.ts';

/** Button that loads older deliveries. */
export function MoreDeliveries({ webhookId, nextPath }: { webhookId: string; nextPath: string }) {
  const { t } = useTranslation('webhooks');
  const sayFailed = useFailedToast();
  const { noteNextPage } = useNoteDeliveries(webhookId);
  const [isBusy, setBusy] = useState(false);

  async function load(): Promise<void> {
    setBusy(true);
    try {
      noteNextPage(await webhookRequests.getDeliveries(webhookId, nextPath));
    } catch (error) {
      sayFailed(error, t('deliveries.showMoreFailed'));
    }
    setBusy(false);
  }

  return (
    <Button
      size="small"
      className="justify-self-center"
      isBusy={isBusy}
      disabled={isBusy}
      onClick={() => void load()}
    >
      {t('deliveries.showMore')}
    </Button>
  );
}
