import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../components/ui/button.tsx';
import { useRequest } from '../../../../../form/use-request.ts';
import { webhookRequests } from '../../../../../lib/api-webhooks.ts';
import { useNoteDeliveries } from './use-deliveries.ts';

/** Button that loads older deliveries. */
export function MoreDeliveries({ webhookId, nextPath }: { webhookId: string; nextPath: string }) {
  const { t } = useTranslation('webhooks');
  const { noteNextPage } = useNoteDeliveries(webhookId);
  const { isPending, mutate: load } = useRequest({
    mutationFn: () => webhookRequests.getDeliveries(webhookId, nextPath),
    onSuccess: noteNextPage,
    failedTitle: t('deliveries.showMoreFailed'),
  });
  return (
    <Button
      size="small"
      className="justify-self-center"
      isBusy={isPending}
      disabled={isPending}
      onClick={load}
    >
      {t('deliveries.showMore')}
    </Button>
  );
}
