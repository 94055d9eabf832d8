import { waitFor } from '@gossamer/testkit/wait';
import type { DeliveriesOptions } from '../../src/deliveries/delivery-loop.ts';
import type { GatewayDeps } from '../../src/deps.ts';
import { newId } from '../../src/http/identity/new-id.ts';
import { startResultDeliveries } from '../../src/result-deliveries/send-due-results.ts';
import type { TestGateway } from '../gateway.ts';
import { finalizeJob } from '../webhooks/members.ts';

/** The secret part of the presigned URLs in these tests. */
export const signature = 'X-Amz-Signature=3f79bb7b435b0532&X-Amz-Security-Token=FwoGZXIvYXdz';

/** Bytes of the result of `finalizeJob`. */
export const resultBytes: Buffer = Buffer.alloc(400, 'result');

/** Sends due results like the background process, but with short intervals. */
export function dispatchResults(
  gateway: TestGateway,
  options: DeliveriesOptions = {},
  more: Partial<GatewayDeps> = {},
) {
  return startResultDeliveries(
    { ...gateway.deps, ...more },
    { pauseMs: 20, retrySeconds: [0.05, 0.05, 0.05], ...options },
  );
}

/** Inserts and finalizes a compression whose result is stored and is to be delivered. Returns its id. */
export async function finalizeStored(
  gateway: TestGateway,
  accountId: string,
  deliverTo: string,
  status = 'completed',
): Promise<string> {
  const id = newId();
  if (status === 'completed') await gateway.deps.storage.put(`results/${id}/1-1`, resultBytes);
  return finalizeJob(gateway, accountId, { id, deliverTo, status });
}

/** Returns the database row of a compression's delivery. */
export async function deliveryRowOf(gateway: TestGateway, compressionId: string) {
  const [row] = await gateway.servers.sql('select * from result_deliveries where compression_id = $1', [
    compressionId,
  ]);
  return row;
}

/** Waits until the delivery of a compression has ended. Returns its database row. */
export function ended(gateway: TestGateway, compressionId: string) {
  return waitFor(
    'the delivery',
    async () => {
      const row = await deliveryRowOf(gateway, compressionId);
      return row !== undefined && row.status !== 'pending' && row;
    },
    20_000,
  );
}
