import type { ApiKey, NewApiKey } from '@gossamer/contracts/api-keys';
import { maxApiKeys } from '@gossamer/contracts/api-keys';
import type { SessionUser } from '@gossamer/contracts/session-user';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../../components/ui/skeleton.tsx';
import { ApiDocsLink } from '../api-docs-link.tsx';
import { ConfirmEmailFirst } from '../confirm-email-first.tsx';
import { ProHint } from '../pro-hint.tsx';
import { Section } from '../section.tsx';
import { Unread } from '../unread.tsx';
import { CreateKeyForm } from './create-key-form.tsx';
import { KeyList } from './key-list.tsx';
import { NewKeyBox } from './new-key-box.tsx';
import { useApiKeys } from './use-api-keys.ts';

/** Section that lists and creates API keys. Members without Pro can only revoke existing keys. */
export function ApiKeysSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation('apiKeys');
  const { isPremium } = user;
  const { data, error, isFetching, refetch } = useApiKeys();
  return (
    <Section name="api-keys" title={t('title')} text={t('text')} isWide>
      {!isPremium && <ProHint text={t('pro')} linkText={t('toPro')} />}
      {data && <Loaded keys={data} user={user} />}
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
  const { t } = useTranslation('apiKeys');
  return (
    <div role="status" className="grid w-full gap-3">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-(--g-control) w-72 max-w-full" />
    </div>
  );
}

function Loaded({ keys, user }: { keys: ApiKey[]; user: SessionUser }) {
  const { t } = useTranslation('apiKeys');
  const [made, setMade] = useState<NewApiKey>();
  if (!user.isPremium) {
    if (keys.length === 0) return null;
    return (
      <>
        <p className="text-small">{t('withoutPro')}</p>
        <KeyList keys={keys} />
      </>
    );
  }
  return (
    <>
      {made && <NewKeyBox key={made.id} made={made} onClose={() => setMade(undefined)} />}
      {keys.length > 0 ? (
        <KeyList keys={keys} onRevoked={(id) => made?.id === id && setMade(undefined)} />
      ) : (
        <Empty />
      )}
      <Create user={user} isFull={keys.length >= maxApiKeys} onMade={setMade} />
    </>
  );
}

type CreateProps = { user: SessionUser; isFull: boolean; onMade: (key: NewApiKey) => void };

/** Shows the form to create an API key, or the reason why no key can be created. */
function Create({ user, isFull, onMade }: CreateProps) {
  const { t } = useTranslation('apiKeys');
  if (!user.isEmailVerified) return <ConfirmEmailFirst email={user.email} />;
  if (isFull) return <p className="text-small">{t('create.full', { max: maxApiKeys })}</p>;
  return <CreateKeyForm onMade={onMade} />;
}

function Empty() {
  const { t } = useTranslation('apiKeys');
  return (
    <div>
      <h3 className="text-body">{t('empty.title')}</h3>
      <p className="mt-0.5 text-small">{t('empty.text')}</p>
    </div>
  );
}
