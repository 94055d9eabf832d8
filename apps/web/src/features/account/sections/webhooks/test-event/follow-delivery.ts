import type { Delivery } from '@gossamer/contracts/webhooks';
import { webhookRequests } from '../../../../../lib/api-webhooks.ts';
import { pause } from '../../../../../lib/wait.ts';

export type Timing = { intervalMs: number; maxReads: number };

/** For 20 s: the first attempt has ended by then, and the next may be hours off. */
const defaultTiming: Timing = { intervalMs: 1_000, maxReads: 20 };

/** Reads a delivery until it has been delivered or has failed, or so often as the timing has it, and reports each time. */
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
