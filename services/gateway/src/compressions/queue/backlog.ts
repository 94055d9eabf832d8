import type { QueuePlace } from '@gossamer/contracts/compressions';
import type { EngineEffort } from '@gossamer/contracts/engine-report';
import { AppError } from '@gossamer/service-kit/errors';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { readWorkers, type Workers } from './read-workers.ts';
import { type JobFacts, type Schedule, scheduleJob } from './schedule.ts';
import { engineProcessesFor, msAhead, type OwnerQueue, type QueueOwner, readQueues } from './waiting.ts';

export interface Backlog {
  /**
   * Checks that a short job would start within `maxWaitMs`. Must be called before the file is read.
   * @throws AppError `fleet_busy` with Retry-After
   */
  assertWaitBelow(owner: QueueOwner, maxWaitMs: number): Promise<void>;
  /**
   * Returns the place of a pending job and its expected wait time, or undefined if a worker has taken the job or the
   * place is not known.
   */
  placeOf(job: Pick<CompressionRow, 'id' | 'lane'>): Promise<QueuePlace | undefined>;
  /** Returns the expected wait time in milliseconds of a short job that is enqueued now. */
  waitMs(owner: QueueOwner): Promise<number>;
  /**
   * Returns the lane, cost and limits for a job.
   * @param options `effort` overrides the effort that depends on the load
   * @throws AppError `fleet_busy` with Retry-After if the job would wait longer than `maxWaitMs`
   */
  schedule(
    owner: QueueOwner,
    job: JobFacts,
    options: { effort: EngineEffort | undefined; maxWaitMs: number },
  ): Promise<Schedule>;
}

/** Maximum age in milliseconds of backlog data that is used without refreshing it. */
const freshMs = 500;
/**
 * Maximum age in milliseconds of backlog data that is used while it is being refreshed, so that uploads do not wait for
 * the refresh.
 */
const usableMs = 5_000;
const maxRetryAfterSeconds = 60;
/** Assumed lane and cost of a job whose file has not been received yet. */
const unknownJob = { lane: 'short', costMs: 1_000 } as const;

type Reading = { at: number; workers: Workers; queues: OwnerQueue[] };

/**
 * Estimates the wait time of a new job: the estimated cost of all jobs that run before it, divided by the capacity of
 * the live workers. Jobs that run before it are those of higher tiers and, according to the fair queue, some jobs of
 * other owners in the same tier, so that one member's hundred jobs do not block everyone else. Long jobs do not delay
 * short jobs, which can use express engine processes. While Redis or Postgres is unreachable, no upload is rejected
 * because of its wait time.
 */
export function createBacklog(deps: GatewayDeps): Backlog {
  const empty = { workers: { count: 0, engineProcesses: 0, expressProcesses: 0, costRatio: 1 }, queues: [] };
  let last: Reading = { at: 0, ...empty };
  let reading: Promise<Reading> | undefined;
  const read = () => {
    reading ??= Promise.all([readWorkers(deps), readQueues(deps)])
      .then(([workers, queues]) => ({ workers, queues }))
      .catch(() => empty)
      .then((taken) => {
        last = { at: Date.now(), ...taken };
        reading = undefined;
        return last;
      });
    return reading;
  };
  const current = async () => {
    const ageMs = Date.now() - last.at;
    const next = ageMs > freshMs ? read() : undefined;
    return next && ageMs > usableMs ? next : last;
  };
  const waitMsOf = async (owner: QueueOwner, job: Pick<Schedule, 'lane' | 'costMs'> = unknownJob) => {
    const { workers, queues } = await current();
    return (msAhead(queues, owner, job) * workers.costRatio) / engineProcessesFor(job.lane, queues, workers);
  };
  const placeOf: Backlog['placeOf'] = async ({ id, lane }) => {
    const ahead = await jobsAhead(deps, id).catch(() => undefined);
    if (ahead === undefined) return undefined;
    const { workers, queues } = await current();
    const [waitingMs, jobs] = queues.reduce(
      ([ms, count], queue) => [ms + queue.waitingMs, count + queue.jobs],
      [0, 0],
    );
    // Use the average cost of all waiting jobs, which is sufficient for an estimate, instead of the cost of each job
    // ahead.
    const aheadMs = (ahead + 1) * (jobs === 0 ? unknownJob.costMs : waitingMs / jobs);
    const waitMs = (aheadMs * workers.costRatio) / engineProcessesFor(lane, queues, workers);
    return { place: ahead + 1, waitSeconds: Math.ceil(waitMs / 1_000) };
  };
  return {
    placeOf,
    waitMs: waitMsOf,
    assertWaitBelow: async (owner, maxWaitMs) => assertWaitBelow(maxWaitMs, await waitMsOf(owner)),
    schedule: async (owner, job, { effort, maxWaitMs }) => {
      const { queues } = await current();
      const usual = scheduleJob(job, 'thorough', { isHigh: false, isAnonymousBesideOthers: false });
      const isHigh = (await waitMsOf(owner, usual)) > deps.config.fastFromWaitMs;
      const isOthers = ({ tier, ownerKey, waitingMs }: OwnerQueue) =>
        waitingMs > 0 && (tier !== owner.tier || ownerKey !== owner.ownerKey);
      const isAnonymousBesideOthers = owner.tier === 'visitor' && queues.some(isOthers);
      const schedule = scheduleJob(job, effort, { isHigh, isAnonymousBesideOthers });
      assertWaitBelow(maxWaitMs, await waitMsOf(owner, schedule));
      return schedule;
    },
  };
}

/** Returns the number of waiting jobs that run before a job, or undefined if the job is not waiting. */
async function jobsAhead(
  { redis, compressionJobs: { queue } }: Pick<GatewayDeps, 'redis' | 'compressionJobs'>,
  id: string,
): Promise<number | undefined> {
  return (await redis.zrank(queue.toKey('prioritized'), id)) ?? undefined;
}

function assertWaitBelow(maxWaitMs: number, waitMs: number): void {
  if (waitMs <= maxWaitMs) return;
  const excessSeconds = Math.ceil((waitMs - maxWaitMs / 2) / 1_000);
  throw new AppError('fleet_busy', { retryAfterSeconds: Math.min(excessSeconds, maxRetryAfterSeconds) });
}
