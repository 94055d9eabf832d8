import { tiers } from '@gossamer/contracts/queue-priority';
import { AppError } from '@gossamer/service-kit/errors';
import { engineProcessesFor } from './lane-capacity.ts';
import type { QueueState } from './queue-state.ts';
import type { OwnerQueue, QueueOwner } from './read-queues.ts';
import type { Schedule } from './schedule.ts';

type JobCost = Pick<Schedule, 'lane' | 'costMs'>;

const maxRetryAfterSeconds = 60;
/** Assumed lane and cost of a job whose file has not been received yet. */
export const unknownJob: JobCost = { lane: 'short', costMs: 1_000 };

/**
 * Returns the expected wait time in milliseconds of a job that is enqueued now: the estimated cost of all jobs that run
 * before it, divided by the capacity of the live workers. Jobs that run before it are those of higher tiers, the
 * owner's earlier jobs, and some jobs of other owners in the same tier. The fair queue limits the latter, so that one
 * member's hundred jobs do not block everyone else. Long jobs do not delay short jobs, which can use express engine
 * processes.
 */
export async function expectedWaitMs(
  queueState: QueueState,
  owner: QueueOwner,
  job: JobCost = unknownJob,
): Promise<number> {
  const { workers, queues } = await queueState.current();
  return (msAhead(queues, owner, job) * workers.costRatio) / engineProcessesFor(job.lane, queues, workers);
}

/**
 * Checks that a job would start within `maxWaitMs`. If `job` is absent, a short job is assumed. Callers omit it before
 * the file has been received.
 * @throws AppError `fleet_busy` with Retry-After
 */
export async function assertWaitBelow(
  queueState: QueueState,
  owner: QueueOwner,
  maxWaitMs: number,
  job?: JobCost,
): Promise<void> {
  const waitMs = await expectedWaitMs(queueState, owner, job);
  if (waitMs <= maxWaitMs) return;
  const excessSeconds = Math.ceil((waitMs - maxWaitMs / 2) / 1_000);
  throw new AppError('fleet_busy', { retryAfterSeconds: Math.min(excessSeconds, maxRetryAfterSeconds) });
}

/**
 * Returns the estimated engine time, in milliseconds, of all jobs that run before a new job. In the same lane, these
 * are all jobs of higher tiers and all jobs of the same owner. Each other owner in the same tier adds at most as much
 * engine time as the owner's own jobs and the new job together. In addition, all short jobs run before a long job.
 */
function msAhead(
  queues: readonly OwnerQueue[],
  { tier, ownerKey }: QueueOwner,
  { lane, costMs }: JobCost,
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
