import type { Lane, Tier } from '@gossamer/contracts/queue-priority';
import { sql } from 'kysely';
import type { GatewayDeps } from '../../deps.ts';

/**
 * The owner of a queued job. Within a tier, capacity is shared fairly between owner keys. The key identifies a member
 * or a visitor's IP address.
 */
export interface QueueOwner {
  tier: Tier;
  ownerKey: string;
}

/** Pending jobs of one owner in one lane. */
export interface OwnerQueue extends QueueOwner {
  lane: Lane;
  /** Number of jobs, including active ones. */
  jobs: number;
  /** Estimated engine time of the waiting jobs, in milliseconds. */
  waitingMs: number;
}

/** Reads the pending jobs of each owner, grouped by lane. */
export async function readQueues({
  db,
  redis,
  compressionJobs,
}: Pick<GatewayDeps, 'db' | 'redis' | 'compressionJobs'>): Promise<OwnerQueue[]> {
  const inWork = await redis.lrange(compressionJobs.queue.toKey('active'), 0, -1);
  return db
    .selectFrom('compressions')
    .select([
      'tier',
      'ownerKey',
      'lane',
      sql<number>`count(*)::float8`.as('jobs'),
      sql<number>`coalesce(sum(cost_ms) filter (where id <> all(${inWork}::text[])), 0)::float8`.as(
        'waitingMs',
      ),
    ])
    .where('status', '=', 'pending')
    .groupBy(['tier', 'ownerKey', 'lane'])
    .execute();
}
