import type { Webhook } from '@gossamer/contracts/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../components/ui/lazy-confirm-dialog.ts';
import { useToast } from '../../../../components/ui/toast.tsx';
import { useRequest } from '../../../../form/use-request.ts';
import { ignoreCode } from '../../../../lib/api-error.ts';
import { webhookRequests } from '../../../../lib/api-webhooks.ts';
import { ActionButton } from './action-button.tsx';
import { useNoteWebhooks } from './use-webhooks.ts';

type Props = {
  webhook: Webhook;
  labelId: string;
  /** Whether the delete button is the only button of the webhook. Next to other buttons, it is less prominent. */
  isAlone?: boolean;
  onDeleted?: () => void;
};

export function DeleteButton({ webhook, labelId, isAlone = false, onDeleted }: Props) {
  const { t } = useTranslation('webhooks');
  const showToast = useToast();
  const { noteDeleted } = useNoteWebhooks();
  const [isAsked, setAsked] = useState(false);
  const { id, label } = webhook;
  const url = webhook.url ?? '';

  const { mutate: remove } = useRequest({
    // Ignore the error if the webhook was already deleted in another window.
    mutationFn: () => webhookRequests.remove(id).catch(ignoreCode('webhook_not_found')),
    onSuccess() {
      noteDeleted(id);
      showToast({ title: t('delete.done'), description: t('delete.doneText', { url }) });
      onDeleted?.();
    },
    failedTitle: t('delete.failed'),
  });

  return (
    <>
      <ActionButton
        variant={isAlone ? 'secondary' : 'quiet'}
        labelId={labelId}
        className="text-danger"
        onClick={() => setAsked(true)}
      >
        {t('actions.delete')}
      </ActionButton>
      {isAsked && (
        <ConfirmDialog
          onOpenChange={setAsked}
          title={t('delete.title', { label })}
          text={t('delete.text', { url })}
          cancelLabel={t('delete.keep')}
          confirmLabel={t('delete.submit')}
          onConfirm={remove}
        />
      )}
    </>
  );
}
