import type { ImageDemoted } from '@gossamer/contracts/jobs';
import { sql } from 'kysely';
import type { GatewayDeps } from '../../deps.ts';

/**
 * Moves a pending job that costs more than estimated at its upload to the long lane. Its row is ranked behind its
 * owner's other long jobs if it has to be enqueued again, and every estimate uses its new cost.
 */
export async function demote(
  { db }: Pick<GatewayDeps, 'db'>,
  { compressionId, costMs }: ImageDemoted,
): Promise<void> {
  await db
    .updateTable('compressions')
    .set({
      lane: 'long',
      costMs: Math.round(costMs),
      rank: sql<number>`queue_rank(tier, 'long', owner_key)`,
    })
    .where('id', '=', compressionId)
    .where('status', '=', 'pending')
    .where('lane', '=', 'short')
    .execute();
}
