import type { EnginePace } from '@gossamer/contracts/engine-report';
import { fleetKey, presenceTtlMs, workerPresence } from '@gossamer/contracts/fleet';
import { AppError } from '@gossamer/service-kit/errors';
import type { GatewayDeps } from '../deps.ts';

export interface Backlog {
  /** Lets an upload through when its work would begin soon. @throws AppError `fleet_busy` with Retry-After */
  assertBearable(): Promise<void>;
  /** How a job that is enqueued now should be done, by the estimate at hand. */
  pace(): EnginePace;
}

/** What a job takes before any worker has told. */
const assumedJobMs = 1_000;
/** After this a new reading is taken; uploads come faster than the backlog changes. */
const freshMs = 500;
/** Until this the old one still counts while the new one is under way, so that a lone user does not wait for it. */
const usableMs = 5_000;
const maxRetryAfterSeconds = 60;

/**
 * Estimates how long a new job would wait: jobs before it, by what the living workers manage in a second.
 * While Redis is away nothing is known and nothing refused: rows are accepted and wait.
 */
export function createBacklog(deps: GatewayDeps): Backlog {
  let last = { at: 0, waitMs: 0 };
  let reading: Promise<number> | undefined;
  const read = () => {
    reading ??= estimateWaitMs(deps)
      .catch(() => 0)
      .then((waitMs) => {
        last = { at: Date.now(), waitMs };
        reading = undefined;
        return waitMs;
      });
    return reading;
  };
  const waitMs = async () => {
    const ageMs = Date.now() - last.at;
    const next = ageMs > freshMs ? read() : undefined;
    return next && ageMs > usableMs ? next : last.waitMs;
  };
  return {
    pace: () => (last.waitMs > deps.config.fastFromWaitMs ? 'fast' : 'thorough'),
    assertBearable: async () => {
      const estimate = await waitMs();
      const { maxWaitMs } = deps.config;
      if (estimate <= maxWaitMs) return;
      const excessSeconds = Math.ceil((estimate - maxWaitMs / 2) / 1_000);
      throw new AppError('fleet_busy', { retryAfterSeconds: Math.min(excessSeconds, maxRetryAfterSeconds) });
    },
  };
}

async function estimateWaitMs(deps: GatewayDeps): Promise<number> {
  const { prefix } = deps.config.redis;
  const [counts, entries] = await Promise.all([
    deps.compressionJobs.queue.getJobCounts('waiting', 'prioritized', 'delayed'),
    deps.redis.hgetall(fleetKey(prefix)),
  ]);
  const waiting = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const jobsPerMs = Object.values(entries).reduce((sum, entry) => sum + pace(entry), 0);
  if (jobsPerMs > 0) return waiting / jobsPerMs;
  // Nobody works: a fleet that restarts is back within seconds, so a few jobs may wait for it.
  return waiting * assumedJobMs;
}

/** Jobs per millisecond of one worker; 0 for one that has not been heard of. */
function pace(entry: string): number {
  const presence = workerPresence.safeParse(JSON.parse(entry));
  if (!presence.success || Date.now() - presence.data.at > presenceTtlMs) return 0;
  return presence.data.slots / (presence.data.averageJobMs || assumedJobMs);
}
