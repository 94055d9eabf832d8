import type { Webhook } from '@gossamer/contracts/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from './action-button.tsx';
import { WebhookDialog } from './lazy-webhook-dialog.ts';

export function EditButton({ webhook, labelId }: { webhook: Webhook; labelId: string }) {
  const { t } = useTranslation('webhooks');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton variant="quiet" labelId={labelId} onClick={() => setOpen(true)}>
        {t('actions.edit')}
      </ActionButton>
      {isOpen && <WebhookDialog webhook={webhook} onClose={() => setOpen(false)} />}
    </>
  );
}
