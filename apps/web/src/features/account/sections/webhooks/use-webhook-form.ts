import {
  type Webhook,
  type WebhookEventType,
  webhookEventTypes,
  webhookUrl,
} from '@gossamer/contracts/webhooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../../components/ui/toast.tsx';
import type { Verdict } from '../../../../form/rules.ts';
import { useAccountForm } from '../../../../form/use-account-form.ts';
import { type WebhookFields, webhookRequests } from '../../../../lib/api-webhooks.ts';
import { useNoteWebhooks } from './use-webhooks.ts';

export const webhookUrlRule = (url: string): Verdict => webhookUrl.safeParse(url).success || 'webhookUrl';

/** Returns the form that adds a webhook or changes the given one. Calls `onClose` after it is saved. */
export function useWebhookForm(webhook: Webhook | undefined, onClose: () => void) {
  const { t } = useTranslation('webhooks');
  const [chosen, setChosen] = useState<readonly WebhookEventType[]>(webhook?.eventTypes ?? webhookEventTypes);
  const [isTried, setTried] = useState(false);
  const save = useSave(webhook);
  const form = useAccountForm({
    defaultValues: { url: webhook?.url ?? '', label: webhook?.label ?? '' },
    failedTitle: t(webhook ? 'form.saveFailed' : 'form.addFailed'),
    onInvalid: () => setTried(true),
    async send({ url, label }) {
      setTried(true);
      if (chosen.length === 0) return;
      await save({ url: url.trim(), label: label.trim(), eventTypes: [...chosen] });
      onClose();
    },
  });
  return {
    ...form,
    events: {
      chosen,
      problem: isTried && chosen.length === 0 ? t('form.noEvents') : undefined,
      onChange: (type: WebhookEventType, isChosen: boolean) =>
        setChosen(webhookEventTypes.filter((each) => (each === type ? isChosen : chosen.includes(each)))),
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
