import type { ImageDemoted } from '@gossamer/contracts/jobs';
import { sql } from 'kysely';
import type { GatewayDeps } from '../../deps.ts';

/**
 * Notes that a pending job costs more than was estimated at its upload: its row moves to the long lane, where it is ranked
 * behind its owner's other long jobs if it has to be enqueued again, and counts with its cost in every estimate.
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
      rank: sql<number>`next_rank(tier, 'long', fair_key)`,
    })
    .where('id', '=', compressionId)
    .where('status', '=', 'pending')
    .where('lane', '=', 'short')
    .execute();
}
