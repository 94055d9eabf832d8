import type { EnginePace } from '@gossamer/contracts/engine-report';
import { AppError } from '@gossamer/service-kit/errors';
import type { GatewayDeps } from '../deps.ts';
import { assumedJobMs, readFleet } from './read-fleet.ts';
import type { TurnTaker } from './turns.ts';
import { jobsAhead, readQueues, type WaitingQueue } from './waiting.ts';

export interface Backlog {
  /** Lets an upload through when its work would begin within the time. @throws AppError `fleet_busy` with Retry-After */
  assertBearable(sender: TurnTaker, maxWaitMs: number): Promise<void>;
  /** How long a job of theirs that is enqueued now would wait. */
  waitMs(sender: TurnTaker): Promise<number>;
  /** How a job of theirs that is enqueued now should be done, by the estimate at hand. */
  pace(sender: TurnTaker): Promise<EnginePace>;
}

/** After this a new reading is taken; uploads come faster than the backlog changes. */
const freshMs = 500;
/** Until this the old one still counts while the new one is under way, so that a lone user does not wait for it. */
const usableMs = 5_000;
const maxRetryAfterSeconds = 60;

interface Reading {
  at: number;
  /** How long the last of all that waits would wait. */
  waitMs: number;
  msPerJob: number;
  /** Who waits with how much; read only when it matters. */
  queues: WaitingQueue[];
}

/**
 * Estimates how long a new job would wait: jobs before it, by what the living workers manage in a second. Before it are
 * those of higher tiers and, turn by turn, those of others in its own; so one member's hundred keeps nobody else out.
 * While Redis is away nothing is known and nothing refused: rows are accepted and wait.
 */
export function createBacklog(deps: GatewayDeps): Backlog {
  const nothing = { waitMs: 0, msPerJob: assumedJobMs, queues: [] };
  let last: Reading = { at: 0, ...nothing };
  let reading: Promise<Reading> | undefined;
  const read = () => {
    reading ??= takeReading(deps)
      .catch(() => nothing)
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
  const waitMsOf = async (sender: TurnTaker) => {
    const { waitMs, msPerJob, queues } = await current();
    return Math.min(waitMs, jobsAhead(queues, sender) * msPerJob);
  };
  return {
    pace: async (sender) => ((await waitMsOf(sender)) > deps.config.fastFromWaitMs ? 'fast' : 'thorough'),
    waitMs: waitMsOf,
    assertBearable: async (sender, maxWaitMs) => {
      const estimate = await waitMsOf(sender);
      if (estimate <= maxWaitMs) return;
      const excessSeconds = Math.ceil((estimate - maxWaitMs / 2) / 1_000);
      throw new AppError('fleet_busy', { retryAfterSeconds: Math.min(excessSeconds, maxRetryAfterSeconds) });
    },
  };
}

async function takeReading(deps: GatewayDeps): Promise<Omit<Reading, 'at'>> {
  const { maxWaitMs, fastFromWaitMs } = deps.config;
  const [waiting, { msPerJob }] = await Promise.all([countWaiting(deps), readFleet(deps)]);
  const waitMs = waiting * msPerJob;
  const matters = waitMs > Math.min(maxWaitMs, fastFromWaitMs);
  return { waitMs, msPerJob, queues: matters ? await readQueues(deps.db) : [] };
}

/** Jobs that no worker has taken. */
async function countWaiting({ compressionJobs }: Pick<GatewayDeps, 'compressionJobs'>): Promise<number> {
  const counts = await compressionJobs.queue.getJobCounts('waiting', 'prioritized', 'delayed');
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
