import type { ImageDemoted } from '@gossamer/contracts/jobs';
import { sql } from 'kysely';
import type { GatewayDeps } from '../../deps.ts';

/**
 * Moves a pending job to the lane for long jobs, because it costs more than estimated when it was uploaded. If the job
 * is enqueued again, it ranks behind the other long jobs of its owner. All later estimates use the new cost.
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
