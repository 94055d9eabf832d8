import { deliveryRetentionMs, type Webhook } from '@gossamer/contracts/webhooks';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../components/ui/button.tsx';
import { Skeleton } from '../../../../../components/ui/skeleton.tsx';
import { formatSpan } from '../../../../../i18n/format-time.ts';
import { Unread } from '../../unread.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { MoreDeliveries } from './more-deliveries.tsx';
import { useDeliveries } from './use-deliveries.ts';

/** Lists recent deliveries of a webhook with their status. */
export function DeliveriesPanel({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const titleId = useId();
  const list = useDeliveries(webhook.id);
  return (
    <section aria-labelledby={titleId} className="grid gap-2" data-testid="deliveries">
      <div className="flex items-center justify-between gap-3">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <b id={titleId}>{t('deliveries.title')}</b>
          <span className="caption">
            {t('deliveries.kept', { duration: formatSpan(deliveryRetentionMs) })}
          </span>
        </p>
        <Button variant="quiet" size="small" disabled={list.isFetching} onClick={() => void list.refetch()}>
          {t('deliveries.refresh')}
        </Button>
      </div>
      <Content webhook={webhook} list={list} />
    </section>
  );
}

function Content({ webhook, list }: { webhook: Webhook; list: ReturnType<typeof useDeliveries> }) {
  const { t } = useTranslation('webhooks');
  const { data, error, isFetching, refetch } = list;
  const [openId, setOpenId] = useState<string>();
  if (!data && !error) {
    return (
      <div role="status" className="w-full">
        <span className="sr-only">{t('deliveries.loading')}</span>
        <Skeleton className="h-24 w-full" />
      </div>
    );
  }
  return (
    <>
      {error && (
        <Unread
          text={t('deliveries.unread')}
          retryLabel={t('retry')}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data?.deliveries.length === 0 && <p className="text-small">{t('deliveries.empty')}</p>}
      {data && data.deliveries.length > 0 && (
        <ul
          aria-label={t('deliveries.title')}
          className="divide-y divide-line rounded-control border border-line"
        >
          {data.deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              webhook={webhook}
              delivery={delivery}
              isOpen={delivery.id === openId}
              onToggle={() => setOpenId(delivery.id === openId ? undefined : delivery.id)}
            />
          ))}
        </ul>
      )}
      {data?.nextPath !== undefined && <MoreDeliveries webhookId={webhook.id} nextPath={data.nextPath} />}
    </>
  );
}
