import type { Webhook } from '@gossamer/contracts/webhooks';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '../../../../i18n/format.ts';
import { usePanels } from './use-panels.tsx';

/**
 * Shows the secret and the deliveries of the built-in webhook, which signs the messages to the URLs of individual jobs
 * and cannot be edited.
 */
export function PerJobItem({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const labelId = useId();
  const panels = usePanels(webhook, labelId);
  return (
    <li className="grid grid-cols-1 gap-3 p-4" data-testid="per-job-webhook">
      <div className="grid gap-1">
        <h3 id={labelId} className="text-body font-medium">
          {t('perJob.title')}
        </h3>
        <p className="text-small">{t('perJob.text', { field: isolate('webhookUrl') })}</p>
      </div>
      <div className="flex flex-wrap gap-2" data-testid="webhook-actions">
        {panels.buttons}
      </div>
      {panels.panel}
    </li>
  );
}
