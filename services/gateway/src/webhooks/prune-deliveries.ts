import { deliveryRetentionMs } from '@gossamer/contracts/webhooks';
import type { GatewayDeps } from '../deps.ts';

const batchSize = 2_000;

/**
 * Deletes deliveries that are older than the retention period, including their attempts. Returns the number of deleted
 * deliveries.
 */
export async function pruneDeliveries({ db, clock }: Pick<GatewayDeps, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock().getTime() - deliveryRetentionMs);
  let deleted = 0;
  for (;;) {
    // Delete in batches, because statements time out after a few seconds.
    const batch = db.selectFrom('deliveries').select('id').where('createdAt', '<', before).limit(batchSize);
    const { numDeletedRows } = await db.deleteFrom('deliveries').where('id', 'in', batch).executeTakeFirst();
    deleted += Number(numDeletedRows);
    if (numDeletedRows < batchSize) return deleted;
  }
}
