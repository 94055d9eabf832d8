import type { Webhook } from '@gossamer/contracts/webhooks';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../components/ui/button.tsx';
import { Skeleton } from '../../../../../components/ui/skeleton.tsx';
import { isolate } from '../../../../../i18n/format.ts';
import { formatDateTime } from '../../../../../i18n/format-time.ts';
import { useNow } from '../../../../../lib/use-now.ts';
import { CodeLine } from '../../code-line.tsx';
import { Unread } from '../../unread.tsx';
import { RotateButton } from './rotate-button.tsx';
import { useSecret } from './use-secret.ts';

/** Panel that reveals the webhook's signing secret on request and rotates it. */
export function SecretPanel({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const titleId = useId();
  const [isShown, setShown] = useState(false);
  const until = usePreviousEnd(webhook);
  return (
    <section aria-labelledby={titleId} className="grid justify-items-start gap-3">
      <div>
        <h4 id={titleId} className="font-medium text-ink">
          {t('secret.title')}
        </h4>
        <p className="mt-0.5 text-small">
          {t('secret.text', { header: isolate('webhook-signature'), standard: isolate('Standard Webhooks') })}
        </p>
      </div>
      {isShown && <Shown webhookId={webhook.id} />}
      {until && <p className="text-small">{t('secret.previous', { when: formatDateTime(until) })}</p>}
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setShown(!isShown)}>
          {t(isShown ? 'secret.hide' : 'secret.show')}
        </Button>
        <RotateButton webhook={webhook} isAgain={until !== undefined} onRotated={() => setShown(true)} />
      </div>
    </section>
  );
}

/**
 * Returns the time until which messages are also signed with the previous secret, or undefined if they no longer are.
 */
function usePreviousEnd({ previousSecretEndsAt }: Webhook): Date | undefined {
  const nowMs = useNow();
  if (previousSecretEndsAt === null || Date.parse(previousSecretEndsAt) <= nowMs) return undefined;
  return new Date(previousSecretEndsAt);
}

function Shown({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation('webhooks');
  const { data, error, isFetching, refetch } = useSecret(webhookId);
  if (data) return <CodeLine label={t('secret.title')} text={data.secret} isLabelHidden />;
  if (error) {
    return (
      <Unread
        text={t('secret.unread')}
        retryLabel={t('retry')}
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div role="status" className="w-full">
      <span className="sr-only">{t('secret.loading')}</span>
      <Skeleton className="h-16 w-full max-w-120" />
    </div>
  );
}
