import { apiLimits } from '@gossamer/contracts/api';
import type { GatewayDeps } from '../deps.ts';

/**
 * Deletes idempotency records whose retention period has ended. Clients may then use the same keys again. Returns the
 * number of deleted rows.
 */
export async function pruneIdempotentRequests({
  db,
  clock,
}: Pick<GatewayDeps, 'db' | 'clock'>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotentRequests')
    .where('createdAt', '<', new Date(clock().getTime() - apiLimits.idempotencyMs))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
