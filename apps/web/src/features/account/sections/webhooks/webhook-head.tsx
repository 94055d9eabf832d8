import type { Webhook } from '@gossamer/contracts/webhooks';
import { useTranslation } from 'react-i18next';

/** Shows the name, state, URL and event types of a webhook, and the reason if it is disabled. */
export function WebhookHead({ webhook, labelId }: { webhook: Webhook; labelId: string }) {
  const { t } = useTranslation('webhooks');
  const { label, url, eventTypes, isEnabled, disabledReason } = webhook;
  return (
    <div className="grid min-w-0 gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 id={labelId} className="min-w-0 text-body font-medium wrap-anywhere">
          <bdi>{label}</bdi>
        </h3>
        <span className={`badge ${isEnabled ? 'badge-accent' : ''}`}>
          {t(isEnabled ? 'state.on' : 'state.off')}
        </span>
      </div>
      <code dir="ltr" className="code-text text-ink rtl:text-end">
        {url}
      </code>
      <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
        {eventTypes.map((type) => (
          <li key={type} className="caption">
            <code dir="ltr" className="code-text">
              {type}
            </code>
          </li>
        ))}
      </ul>
      {disabledReason !== null && (
        <p className={disabledReason === 'owner' ? 'text-small' : 'text-small text-danger'}>
          {t(`offReason.${disabledReason}`)}
        </p>
      )}
    </div>
  );
}
