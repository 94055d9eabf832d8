import type { Webhook } from '@gossamer/contracts/webhooks';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from './action-button.tsx';
import { DeleteButton } from './delete-button.tsx';
import { EditButton } from './edit-button.tsx';
import { SwitchButton } from './switch-button.tsx';
import { TestOutcome } from './test-event/test-outcome.tsx';
import { useTestEvent } from './test-event/use-test-event.ts';
import { usePanels } from './use-panels.tsx';
import { WebhookHead } from './webhook-head.tsx';

type Props = { webhook: Webhook; onDeleted: () => void };

/** List item of a webhook with its actions and panels. */
export function WebhookItem({ webhook, onDeleted }: Props) {
  const { t } = useTranslation('webhooks');
  const labelId = useId();
  const panels = usePanels(webhook, labelId);
  const test = useTestEvent(webhook.id);
  return (
    <li className="grid grid-cols-1 gap-3 p-4" data-testid="webhook">
      <WebhookHead webhook={webhook} labelId={labelId} />
      <div className="flex flex-wrap gap-2" data-testid="webhook-actions">
        {webhook.isEnabled && (
          <ActionButton labelId={labelId} isBusy={test.isPending} onClick={test.send}>
            {t('actions.test')}
          </ActionButton>
        )}
        {panels.buttons}
        <EditButton webhook={webhook} labelId={labelId} />
        <SwitchButton webhook={webhook} labelId={labelId} />
        <DeleteButton webhook={webhook} labelId={labelId} onDeleted={onDeleted} />
      </div>
      <TestOutcome delivery={test.delivery} isWaiting={test.isPending} />
      {panels.panel}
    </li>
  );
}
