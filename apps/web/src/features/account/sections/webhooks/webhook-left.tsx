import type { Webhook } from '@gossamer/contracts/webhooks';
import { useId } from 'react';
import { DeleteButton } from './delete-button.tsx';
import { WebhookHead } from './webhook-head.tsx';

/** List item of a webhook whose owner no longer has Pro. It can only be deleted. */
export function WebhookLeft({ webhook }: { webhook: Webhook }) {
  const labelId = useId();
  return (
    <li className="grid grid-cols-1 gap-3 p-4" data-testid="webhook">
      <WebhookHead webhook={webhook} labelId={labelId} />
      <div className="flex flex-wrap gap-2" data-testid="webhook-actions">
        <DeleteButton webhook={webhook} labelId={labelId} isAlone />
      </div>
    </li>
  );
}
