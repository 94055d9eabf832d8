import type { Delivery, Webhook } from '@gossamer/contracts/webhooks';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../../../components/ui/skeleton.tsx';
import { Unread } from '../../unread.tsx';
import { AttemptList } from './attempt-list.tsx';
import { CodeBlock } from './code-block.tsx';
import { SendAgainButton } from './send-again-button.tsx';
import { useDelivery } from './use-deliveries.ts';

type Props = { webhook: Webhook; delivery: Delivery };

/** Shows the URL, attempts and body of a webhook delivery, with a button to send the message again. */
export function DeliveryDetails({ webhook, delivery }: Props) {
  const { t } = useTranslation('webhooks');
  const { data, error, isFetching, refetch } = useDelivery(webhook.id, delivery);
  if (!data) {
    if (error) {
      return (
        <Unread
          text={t('detail.unread')}
          retryLabel={t('retry')}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      );
    }
    return (
      <div role="status" className="w-full">
        <span className="sr-only">{t('detail.loading')}</span>
        <Skeleton className="h-40 w-full" />
      </div>
    );
  }
  return (
    <>
      <Facts delivery={data} />
      <AttemptList attempts={data.attempts} />
      {data.payload === null ? (
        <p className="text-small">{t('detail.noPayload')}</p>
      ) : (
        <CodeBlock title={t('detail.body')} text={JSON.stringify(data.payload, null, 2)} />
      )}
      {webhook.isEnabled ? (
        <SendAgainButton webhookId={webhook.id} delivery={delivery} />
      ) : (
        <p className="text-small">{t('detail.off')}</p>
      )}
    </>
  );
}

function Facts({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('webhooks');
  const { id, url, compressionId } = delivery;
  const facts = [
    ['address', url],
    ['id', id],
    ...(compressionId === null ? [] : [['compression', compressionId] as const]),
  ] as const;
  return (
    <dl className="grid gap-1.5 text-small">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-baseline gap-x-3 max-wide:grid-cols-1"
        >
          <dt>{t(`detail.${name}`)}</dt>
          <dd dir="ltr" className="code-text text-ink rtl:text-end">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
