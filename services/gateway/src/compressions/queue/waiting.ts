import { type Lane, type Tier, tiers } from '@gossamer/contracts/queue-priority';
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

/**
 * Returns the estimated engine time, in milliseconds, of all jobs that run before a new job. In the same lane, these
 * are all jobs of higher tiers, all jobs of the same owner and, for each other owner in the same tier, at most as much
 * as the owner's own jobs and the new job together. In addition, all short jobs run before a long job.
 */
export function msAhead(
  queues: readonly OwnerQueue[],
  { tier, ownerKey }: QueueOwner,
  { lane, costMs }: { lane: Lane; costMs: number },
): number {
  const isOwn = (queue: OwnerQueue) =>
    queue.tier === tier && queue.lane === lane && queue.ownerKey === ownerKey;
  const ownMs = queues.find(isOwn)?.waitingMs ?? 0;
  return queues.reduce((sum, queue) => {
    const isShorter = lane === 'long' && queue.lane === 'short';
    const isHigher = queue.lane === lane && tiers.indexOf(queue.tier) < tiers.indexOf(tier);
    if (isShorter || isHigher || isOwn(queue)) return sum + queue.waitingMs;
    const sharesBand = queue.tier === tier && queue.lane === lane;
    return sharesBand ? sum + Math.min(queue.waitingMs, ownMs + costMs) : sum;
  }, 0);
}

/**
 * Returns the number of engine processes that serve a lane. Long jobs may occupy all main processes; express processes
 * are reserved for short jobs.
 */
export function engineProcessesFor(
  lane: Lane,
  queues: readonly OwnerQueue[],
  { engineProcesses, expressProcesses }: { engineProcesses: number; expressProcesses: number },
): number {
  if (lane === 'long') return Math.max(1, engineProcesses);
  const longJobs = queues.reduce((sum, queue) => sum + (queue.lane === 'long' ? queue.jobs : 0), 0);
  return Math.max(1, expressProcesses, engineProcesses - longJobs);
}
