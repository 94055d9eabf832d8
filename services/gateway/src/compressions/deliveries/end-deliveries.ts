import type { Kysely } from 'kysely';
import type { GatewayTables } from '../../db/schema.ts';

/** Columns of a delivery that has ended. The URL is a credential, so it is removed. */
export const endedDelivery = { nextAttemptAt: null, leasedUntil: null, sealedUrl: null };

/** Fails the pending deliveries of compressions whose results were deleted. */
export async function failDeliveries(db: Kysely<GatewayTables>, compressionIds: string[]): Promise<void> {
  await db
    .updateTable('resultDeliveries')
    .set({ ...endedDelivery, status: 'failed', lastFault: 'result_expired' })
    .where('compressionId', 'in', compressionIds)
    .where('status', '=', 'pending')
    .execute();
}
