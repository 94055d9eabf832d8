import { apiLimits } from '@gossamer/contracts/api';
import type { GatewayDeps } from '../deps.ts';

/** Forgets what idempotency keys were answered with, once they may be used anew. Returns how many went. */
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
