import type { QueuePlace } from '@gossamer/contracts/compressions';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { unknownJob } from './expected-wait.ts';
import { engineProcessesFor } from './lane-capacity.ts';
import type { QueueState } from './queue-state.ts';

type PlaceDeps = Pick<GatewayDeps, 'redis' | 'compressionJobs'>;

/**
 * Returns the place of a pending job and its expected wait time, or undefined if a worker has taken the job or the
 * place is not known.
 */
export async function placeOf(
  deps: PlaceDeps,
  queueState: QueueState,
  { id, lane }: Pick<CompressionRow, 'id' | 'lane'>,
): Promise<QueuePlace | undefined> {
  const ahead = await jobsAhead(deps, id).catch(() => undefined);
  if (ahead === undefined) return undefined;
  const { workers, queues } = await queueState.current();
  const [waitingMs, jobs] = queues.reduce(
    ([ms, count], queue) => [ms + queue.waitingMs, count + queue.jobs],
    [0, 0],
  );
  // Use the average cost of all waiting jobs, which is sufficient for an estimate, instead of the cost of each job
  // ahead.
  const aheadMs = (ahead + 1) * (jobs === 0 ? unknownJob.costMs : waitingMs / jobs);
  const waitMs = (aheadMs * workers.costRatio) / engineProcessesFor(lane, queues, workers);
  return { place: ahead + 1, waitSeconds: Math.ceil(waitMs / 1_000) };
}

/** Returns the number of waiting jobs that run before a job, or undefined if the job is not waiting. */
async function jobsAhead(
  { redis, compressionJobs: { queue } }: PlaceDeps,
  id: string,
): Promise<number | undefined> {
  return (await redis.zrank(queue.toKey('prioritized'), id)) ?? undefined;
}
