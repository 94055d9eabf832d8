import type { Delivery } from '@gossamer/contracts/webhooks';
import { webhookRequests } from '../../../../../lib/api-webhooks.ts';
import { pause } from '../../../../../lib/wait.ts';

export type Timing = { intervalMs: number; maxReads: number };

/** Polls for 20 s, in which the first attempt ends. The next attempt may be hours later. */
const defaultTiming: Timing = { intervalMs: 1_000, maxReads: 20 };

/** Polls a delivery until it is delivered or failed, at most `maxReads` times. Reports each state. */
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
