import type { ApiKey, NewApiKey } from '@gossamer/contracts/api-keys';
import { maxApiKeys } from '@gossamer/contracts/api-keys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../../../components/ui/skeleton.tsx';
import { ApiDocsLink } from '../api-docs-link.tsx';
import { ProHint } from '../pro-hint.tsx';
import { Section } from '../section.tsx';
import { Unread } from '../unread.tsx';
import { CreateKeyForm } from './create-key-form.tsx';
import { KeyList } from './key-list.tsx';
import { NewKeyBox } from './new-key-box.tsx';
import { useApiKeys } from './use-api-keys.ts';

/** The keys of programs. Without Pro none can be made, but those that are there can be revoked. */
export function ApiKeysSection({ isPremium }: { isPremium: boolean }) {
  const { t } = useTranslation('apiKeys');
  const { data, error, isFetching, refetch } = useApiKeys();
  return (
    <Section title={t('title')} text={t('text')} isWide>
      {!isPremium && <ProHint text={t('pro')} linkText={t('toPro')} />}
      {data && <Loaded keys={data} isPremium={isPremium} />}
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

function Loaded({ keys, isPremium }: { keys: ApiKey[]; isPremium: boolean }) {
  const { t } = useTranslation('apiKeys');
  const [made, setMade] = useState<NewApiKey>();
  if (!isPremium) {
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
      {keys.length < maxApiKeys ? (
        <CreateKeyForm onMade={setMade} />
      ) : (
        <p className="text-small">{t('create.full', { max: maxApiKeys })}</p>
      )}
    </>
  );
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
