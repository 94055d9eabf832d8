import type { Kysely } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';
import { type TurnTaker, tiers } from './turns.ts';

/** What one owner has waiting. */
export interface WaitingQueue extends TurnTaker {
  jobs: number;
}

/** Who waits with how many pictures, those in work included. */
export async function readQueues(db: Kysely<GatewayTables>): Promise<WaitingQueue[]> {
  const rows = await db
    .selectFrom('compressions')
    .select(['tier', 'fairKey', ({ fn }) => fn.countAll<string>().as('jobs')])
    .where('status', '=', 'pending')
    .groupBy(['tier', 'fairKey'])
    .execute();
  return rows.map((row) => ({ ...row, jobs: Number(row.jobs) }));
}

/**
 * How many jobs go before somebody's next one: all of higher tiers, and of each other owner in the same tier as many
 * as it has turns until then. Infinite where nobody is known to wait, since then it does not bound anything.
 */
export function jobsAhead(queues: readonly WaitingQueue[], { tier, fairKey }: TurnTaker): number {
  if (queues.length === 0) return Number.POSITIVE_INFINITY;
  const isHigher = (queue: WaitingQueue) => tiers.indexOf(queue.tier) < tiers.indexOf(tier);
  const isOwn = (queue: WaitingQueue) => queue.tier === tier && queue.fairKey === fairKey;
  const own = queues.find(isOwn)?.jobs ?? 0;
  return queues.reduce((sum, queue) => {
    if (isHigher(queue) || isOwn(queue)) return sum + queue.jobs;
    return queue.tier === tier ? sum + Math.min(queue.jobs, own + 1) : sum;
  }, 0);
}
