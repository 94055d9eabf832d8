import type { Delivery } from '@gossamer/contracts/webhooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailedToast } from '../../../../../form/use-account-form.ts';
import { webhookRequests } from '../../../../../lib/api-webhooks.ts';
import { useNoteWebhooks } from '../use-webhooks.ts';
import { followDelivery } from './follow-delivery.ts';

/** Sends a test event and follows its delivery while the component is mounted. */
export function useTestEvent(webhookId: string) {
  const { t } = useTranslation('webhooks');
  const sayFailed = useFailedToast();
  const { readAgain } = useNoteWebhooks();
  const [isBusy, setBusy] = useState(false);
  const [delivery, setDelivery] = useState<Delivery>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  async function send(): Promise<void> {
    if (isBusy) return;
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    setBusy(true);
    setDelivery(undefined);
    const sent = await webhookRequests.test(webhookId).catch((error: unknown) => {
      sayFailed(error, t('test.failed'));
    });
    if (sent) {
      setDelivery(sent);
      await followDelivery(webhookId, sent.id, setDelivery, signal).catch((error: unknown) => {
        if (!signal.aborted) sayFailed(error, t('test.unread'));
      });
      if (signal.aborted) return;
      await readAgain();
    }
    setBusy(false);
  }

  return { isBusy, delivery, send };
}
