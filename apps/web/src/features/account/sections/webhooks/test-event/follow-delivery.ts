import type { Delivery } from '@gossamer/contracts/webhooks';
import { webhookRequests } from '../../../../../lib/api-webhooks.ts';
import { pause } from '../../../../../lib/wait.ts';

export type Timing = { intervalMs: number; maxReads: number };

/** Polling continues for 20 s, which is enough for the first attempt. A second attempt may follow hours later. */
const defaultTiming: Timing = { intervalMs: 1_000, maxReads: 20 };

/** Polls a webhook delivery until it has succeeded or failed, at most `maxReads` times. Reports each state. */
export async function followDelivery(
  webhookId: string,
  deliveryId: string,
  report: (delivery: Delivery) => void,
  signal: AbortSignal,
  { intervalMs, maxReads }: Timing = defaultTiming,
): Promise<void> {
  for (let reads = 0; reads < maxReads; reads++) {
    await pause(intervalMs, signal);
    const delivery = await webhookRequests.getDelivery(webhookId, deliveryId, signal);
    report(delivery);
    if (delivery.status !== 'pending') return;
  }
}
