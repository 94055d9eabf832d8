import type { Delivery } from '@gossamer/contracts/webhooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailedToast } from '../../../../../form/use-failed-toast.ts';
import { useRequest } from '../../../../../form/use-request.ts';
import { webhookRequests } from '../../../../../lib/api-webhooks.ts';
import { useNoteWebhooks } from '../use-webhooks.ts';
import { followDelivery } from './follow-delivery.ts';

/** Returns a function that sends a test event to a webhook. Polls the delivery until the component unmounts. */
export function useTestEvent(webhookId: string) {
  const { t } = useTranslation('webhooks');
  const sayFailed = useFailedToast();
  const { readAgain } = useNoteWebhooks();
  const [delivery, setDelivery] = useState<Delivery>();
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);

  const { isPending, mutate: send } = useRequest({
    onMutate() {
      leaving.current = new AbortController();
      setDelivery(undefined);
    },
    mutationFn: () => webhookRequests.test(webhookId),
    async onSuccess(sent) {
      const { signal } = leaving.current;
      setDelivery(sent);
      await followDelivery(webhookId, sent.id, setDelivery, signal).catch((error: unknown) => {
        if (!signal.aborted) sayFailed(error, t('test.unread'));
      });
      if (!signal.aborted) await readAgain();
    },
    failedTitle: t('test.failed'),
  });

  return { isPending, delivery, send };
}
