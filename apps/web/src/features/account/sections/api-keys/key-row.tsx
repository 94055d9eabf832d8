import type { ApiKey } from '@gossamer/contracts/api-keys';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/ui/button.tsx';
import { isolate } from '../../../../i18n/format.ts';
import { formatDateTime } from '../../../../i18n/format-time.ts';

/** Returns the masked API key: the common prefix and the last characters. */
export const shownKey = ({ hint }: Pick<ApiKey, 'hint'>) => isolate(`gsm_…${hint}`);

export function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { t } = useTranslation('apiKeys');
  const id = useId();
  const { label, scopes, createdAt, lastUsedAt, isExpired } = apiKey;
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-3">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <bdi id={`${id}-label`} className="font-medium wrap-anywhere text-ink">
            {label}
          </bdi>
          <code className="code-text">{shownKey(apiKey)}</code>
          {isExpired && <span className="badge text-danger">{t('list.expired')}</span>}
        </p>
        <p className="caption flex flex-wrap gap-x-4">
          <time dateTime={createdAt}>{t('list.made', { when: formatDateTime(new Date(createdAt)) })}</time>
          {lastUsedAt === null ? (
            <span>{t('list.neverUsed')}</span>
          ) : (
            <time dateTime={lastUsedAt}>
              {t('list.used', { when: formatDateTime(new Date(lastUsedAt)) })}
            </time>
          )}
          <Expiry apiKey={apiKey} />
          {scopes.includes('web_uploads') && <span>{t('list.webUploads')}</span>}
        </p>
      </div>
      <Button
        id={`${id}-revoke`}
        aria-labelledby={`${id}-revoke ${id}-label`}
        size="small"
        onClick={onRevoke}
      >
        {t('list.revoke')}
      </Button>
    </li>
  );
}

function Expiry({ apiKey: { expiresAt, isExpired } }: { apiKey: ApiKey }) {
  const { t } = useTranslation('apiKeys');
  if (expiresAt === null) return <span>{t('list.neverExpires')}</span>;
  const when = formatDateTime(new Date(expiresAt));
  return <time dateTime={expiresAt}>{t(isExpired ? 'list.expiredOn' : 'list.expires', { when })}</time>;
}
