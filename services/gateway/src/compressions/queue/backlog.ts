import type { EnginePace } from '@gossamer/contracts/engine-report';
import { AppError } from '@gossamer/service-kit/errors';
import type { GatewayDeps } from '../../deps.ts';
import { readWorkers, type Workers } from './read-workers.ts';
import { type JobFacts, type Schedule, scheduleJob } from './schedule.ts';
import { msAhead, type OwnerQueue, type QueueOwner, readQueues, slotsFor } from './waiting.ts';

export interface Backlog {
  /** Accepts a request before its file is there if a short job would begin in time. @throws AppError `fleet_busy` with Retry-After */
  assertWaitBelow(owner: QueueOwner, maxWaitMs: number): Promise<void>;
  /** Returns how long a short job that is enqueued now would wait, in milliseconds. */
  waitMs(owner: QueueOwner): Promise<number>;
  /**
   * Returns how a job is to be queued and done, at the asked pace if one is given.
   * @throws AppError `fleet_busy` with Retry-After when the job would wait longer than `maxWaitMs`
   */
  schedule(
    owner: QueueOwner,
    job: JobFacts,
    options: { pace: EnginePace | undefined; maxWaitMs: number },
  ): Promise<Schedule>;
}

/** After this a new reading is taken; uploads come faster than the backlog changes. */
const freshMs = 500;
/** Until this the old one still counts while the new one is under way, so that a lone user does not wait for it. */
const usableMs = 5_000;
const maxRetryAfterSeconds = 60;
/** A job whose file has not arrived yet is taken for one that costs this. */
const unknownJob = { lane: 'short', costMs: 1_000 } as const;

type Reading = { at: number; fleet: Workers; queues: OwnerQueue[] };

/**
 * Estimates how long a new job would wait: the estimated cost of the jobs before it, by what the living workers manage.
 * Before it are those of higher tiers and, in turns, those of others in its own, so that one member's hundred keeps nobody
 * else out; long jobs do not count for short ones, which have slots of their own.
 * While Redis or Postgres is unreachable nothing is known and nothing refused: rows are accepted and wait.
 */
export function createBacklog(deps: GatewayDeps): Backlog {
  const empty = { fleet: { workers: 0, slots: 0, expressSlots: 0, costRatio: 1 }, queues: [] };
  let last: Reading = { at: 0, ...empty };
  let reading: Promise<Reading> | undefined;
  const read = () => {
    reading ??= Promise.all([readWorkers(deps), readQueues(deps)])
      .then(([fleet, queues]) => ({ fleet, queues }))
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
    const { fleet, queues } = await current();
    return (msAhead(queues, owner, job) * fleet.costRatio) / slotsFor(job.lane, queues, fleet);
  };
  return {
    waitMs: waitMsOf,
    assertWaitBelow: async (owner, maxWaitMs) => assertWaitBelow(maxWaitMs, await waitMsOf(owner)),
    schedule: async (owner, job, { pace, maxWaitMs }) => {
      const { queues } = await current();
      const usual = scheduleJob(job, 'thorough', { isHigh: false, isAnonymousBesideOthers: false });
      const isHigh = (await waitMsOf(owner, usual)) > deps.config.fastFromWaitMs;
      const isOthers = ({ tier, fairKey, waitingMs }: OwnerQueue) =>
        waitingMs > 0 && (tier !== owner.tier || fairKey !== owner.fairKey);
      const isAnonymousBesideOthers = owner.tier === 'visitor' && queues.some(isOthers);
      const schedule = scheduleJob(job, pace, { isHigh, isAnonymousBesideOthers });
      assertWaitBelow(maxWaitMs, await waitMsOf(owner, schedule));
      return schedule;
    },
  };
}

function assertWaitBelow(maxWaitMs: number, waitMs: number): void {
  if (waitMs <= maxWaitMs) return;
  const excessSeconds = Math.ceil((waitMs - maxWaitMs / 2) / 1_000);
  throw new AppError('fleet_busy', { retryAfterSeconds: Math.min(excessSeconds, maxRetryAfterSeconds) });
}
