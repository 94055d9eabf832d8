import type { Webhook } from '@gossamer/contracts/webhooks';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from './action-button.tsx';

/** Lazy-loaded when the dialog opens for the first time. */
const WebhookDialog = lazy(async () => ({ default: (await import('./webhook-dialog.tsx')).WebhookDialog }));

export function EditButton({ webhook, labelId }: { webhook: Webhook; labelId: string }) {
  const { t } = useTranslation('webhooks');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton variant="quiet" labelId={labelId} onClick={() => setOpen(true)}>
        {t('actions.edit')}
      </ActionButton>
      <Suspense>{isOpen && <WebhookDialog webhook={webhook} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
