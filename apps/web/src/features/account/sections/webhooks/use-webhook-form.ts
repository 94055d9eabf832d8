import {
  type Webhook,
  type WebhookEventType,
  webhookEventTypes,
  webhookRequest,
} from '@gossamer/contracts/webhooks';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../../components/ui/toast.tsx';
import { useAccountForm } from '../../../../form/use-account-form.ts';
import { type WebhookFields, webhookRequests } from '../../../../lib/api-webhooks.ts';
import { useNoteWebhooks } from './use-webhooks.ts';

/** Returns the state of the form that adds or edits a webhook. Calls `onClose` after the webhook has been saved. */
export function useWebhookForm(webhook: Webhook | undefined, onClose: () => void) {
  const { t } = useTranslation('webhooks');
  const save = useSave(webhook);
  const { field, watch, setValue, formState, isBusy, form } = useAccountForm({
    schema: webhookRequest,
    defaultValues: {
      url: webhook?.url ?? '',
      label: webhook?.label ?? '',
      eventTypes: webhook?.eventTypes ?? [...webhookEventTypes],
    },
    failedTitle: t(webhook ? 'form.saveFailed' : 'form.addFailed'),
    async send(fields) {
      await save(fields);
      onClose();
    },
  });
  const { errors, isSubmitted } = formState;
  const chosen = watch('eventTypes') ?? [];
  return {
    field,
    isBusy,
    form,
    events: {
      chosen,
      problem: errors.eventTypes && t('form.noEvents'),
      onChange(type: WebhookEventType, isChosen: boolean) {
        const next = webhookEventTypes.filter((each) => (each === type ? isChosen : chosen.includes(each)));
        setValue('eventTypes', next, { shouldValidate: isSubmitted });
      },
    },
  };
}

function useSave(webhook: Webhook | undefined): (fields: WebhookFields) => Promise<void> {
  const { t } = useTranslation('webhooks');
  const showToast = useToast();
  const { noteAdded, noteChanged } = useNoteWebhooks();
  return async (fields) => {
    if (webhook) {
      noteChanged(await webhookRequests.change(webhook.id, fields));
      showToast({ title: t('form.saveDone') });
      return;
    }
    noteAdded(await webhookRequests.add(fields));
    showToast({ title: t('form.addDone'), description: t('form.addDoneText') });
  };
}
