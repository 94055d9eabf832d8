import type { ImageDemoted } from '@gossamer/contracts/jobs';
import { sql } from 'kysely';
import type { GatewayDeps } from '../../deps.ts';

/**
 * Moves a pending job that costs more than estimated at its upload to the long lane. If the row is enqueued again, it
 * ranks behind its owner's other long jobs. All later estimates use the new cost.
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
