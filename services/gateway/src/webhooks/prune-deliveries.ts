import { deliveryRetentionMs } from '@gossamer/contracts/webhooks';
import type { GatewayDeps } from '../deps.ts';

const batchSize = 2_000;

/** Forgets deliveries whose time is over, and their attempts. Returns how many went. */
export async function pruneDeliveries({ db, clock }: Pick<GatewayDeps, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock().getTime() - deliveryRetentionMs);
  let forgotten = 0;
  for (;;) {
    // In batches, since a statement has only seconds.
    const batch = db.selectFrom('deliveries').select('id').where('createdAt', '<', before).limit(batchSize);
    const { numDeletedRows } = await db.deleteFrom('deliveries').where('id', 'in', batch).executeTakeFirst();
    forgotten += Number(numDeletedRows);
    if (numDeletedRows < batchSize) return forgotten;
  }
}
