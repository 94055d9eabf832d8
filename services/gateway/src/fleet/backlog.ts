import { fleetKey, presenceTtlMs, workerPresence } from '@gossamer/contracts/fleet';
import { AppError } from '@gossamer/service-kit/errors';
import type { GatewayDeps } from '../deps.ts';

export interface Backlog {
  /** Lets an upload through when its work would begin soon. @throws AppError `fleet_busy` with Retry-After */
  assertBearable(): Promise<void>;
}

/** What a job takes before any worker has told. */
const assumedJobMs = 1_000;
/** How long a reading is good for; uploads come faster than the backlog changes. */
const readingMs = 500;
const maxRetryAfterSeconds = 60;

/**
 * Estimates how long a new job would wait: jobs before it, by what the living workers manage in a second.
 * While Redis is away nothing is known and nothing refused: rows are accepted and wait.
 */
export function createBacklog(deps: GatewayDeps): Backlog {
  let reading: { at: number; waitMs: Promise<number> } | undefined;
  const waitMs = () => {
    if (!reading || Date.now() - reading.at > readingMs) {
      reading = { at: Date.now(), waitMs: estimateWaitMs(deps).catch(() => 0) };
    }
    return reading.waitMs;
  };
  return {
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
