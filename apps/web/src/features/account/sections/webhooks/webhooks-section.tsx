import type { SessionUser } from '@gossamer/contracts/session-user';
import { maxWebhooks, type Webhook } from '@gossamer/contracts/webhooks';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/ui/button.tsx';
import { Skeleton } from '../../../../components/ui/skeleton.tsx';
import { ApiDocsLink } from '../api-docs-link.tsx';
import { ConfirmEmailFirst } from '../confirm-email-first.tsx';
import { ProHint } from '../pro-hint.tsx';
import { Section } from '../section.tsx';
import { Unread } from '../unread.tsx';
import { WebhookDialog } from './lazy-webhook-dialog.ts';
import { PerJobItem } from './per-job-item.tsx';
import { useWebhooks } from './use-webhooks.ts';
import { WebhookItem } from './webhook-item.tsx';
import { WebhookLeft } from './webhook-left.tsx';

/** Section that lists and adds webhooks. Members without Pro can only delete existing webhooks. */
export function WebhooksSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation('webhooks');
  const { isPremium } = user;
  const { data, error, isFetching, refetch } = useWebhooks();
  return (
    <Section name="webhooks" title={t('title')} text={t('text')} isWide>
      {!isPremium && <ProHint text={t('pro')} linkText={t('toPro')} />}
      {data && (isPremium ? <Loaded webhooks={data} user={user} /> : <Left webhooks={data} />)}
      {!data && error && (
        <Unread
          text={t('unread')}
          retryLabel={t('retry')}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && isPremium && <Loading />}
      <ApiDocsLink>{t('docs')}</ApiDocsLink>
    </Section>
  );
}

function Loading() {
  const { t } = useTranslation('webhooks');
  return (
    <div role="status" className="grid w-full gap-3">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-(--g-control) w-40 max-w-full" />
    </div>
  );
}

const isEndpoint = ({ kind }: Webhook) => kind === 'endpoint';

function Loaded({ webhooks, user }: { webhooks: Webhook[]; user: SessionUser }) {
  const { t } = useTranslation('webhooks');
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const endpoints = webhooks.filter(isEndpoint);
  return (
    <>
      {endpoints.length === 0 && (
        <div>
          <h3 className="text-body">{t('empty.title')}</h3>
          <p className="mt-0.5 text-small">{t('empty.text')}</p>
        </div>
      )}
      <Add user={user} isFull={endpoints.length >= maxWebhooks} onAdd={() => setAdding(true)} />
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('title')}
        className="w-full divide-y divide-line rounded-card border border-line empty:hidden"
        data-testid="webhooks"
      >
        {endpoints.map((each) => (
          <WebhookItem key={each.id} webhook={each} onDeleted={() => list.current?.focus()} />
        ))}
        {webhooks
          .filter((each) => !isEndpoint(each))
          .map((each) => (
            <PerJobItem key={each.id} webhook={each} />
          ))}
      </ul>
      {isAdding && <WebhookDialog onClose={() => setAdding(false)} />}
    </>
  );
}

type AddProps = { user: SessionUser; isFull: boolean; onAdd: () => void };

/** Shows the button to add a webhook, or the reason why no webhook can be added. */
function Add({ user, isFull, onAdd }: AddProps) {
  const { t } = useTranslation('webhooks');
  if (!user.isEmailVerified) return <ConfirmEmailFirst email={user.email} />;
  if (isFull) return <p className="text-small">{t('full', { max: maxWebhooks })}</p>;
  return (
    <Button data-testid="add-webhook" onClick={onAdd}>
      {t('add')}
    </Button>
  );
}

/** Lists the webhooks of a member who no longer has Pro. */
function Left({ webhooks }: { webhooks: Webhook[] }) {
  const { t } = useTranslation('webhooks');
  const endpoints = webhooks.filter(isEndpoint);
  if (endpoints.length === 0) return null;
  return (
    <>
      <p className="text-small">{t('withoutPro')}</p>
      <ul
        aria-label={t('title')}
        className="w-full divide-y divide-line rounded-card border border-line"
        data-testid="webhooks"
      >
        {endpoints.map((each) => (
          <WebhookLeft key={each.id} webhook={each} />
        ))}
      </ul>
    </>
  );
}
