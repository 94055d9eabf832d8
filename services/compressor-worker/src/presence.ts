import { randomUUID } from 'node:crypto';
import {
  presenceIntervalMs,
  presenceMessage,
  presenceTtlMs,
  type WorkerPresence,
  workerPresence,
  workersKey,
} from '@gossamer/contracts/workers';
import type { Logger } from '@gossamer/service-kit/logger';
import { redisNowMs } from '@gossamer/service-kit/redis';
import type { Redis } from 'ioredis';

export interface Presence {
  /** Adds the measured and estimated duration of a job to the moving averages. */
  noteJob(durationMs: number, costMs: number): void;
  close(): Promise<void>;
}

/** Weight of the newest job in the moving averages, 0 to 1. */
const newestWeight = 0.1;

/**
 * Publishes a heartbeat every few seconds. It contains the number of engine processes, the ratio of measured to
 * estimated job durations, and whether JPEGs can be archived.
 */
export function announcePresence(
  redis: Redis,
  prefix: string,
  {
    engineProcesses,
    expressProcesses,
    canArchive,
  }: Pick<WorkerPresence, 'engineProcesses' | 'expressProcesses' | 'canArchive'>,
  logger: Logger,
): Presence {
  const id = randomUUID();
  const key = workersKey(prefix);
  const average = { jobMs: 0, costMs: 0 };
  const announce = async () => {
    if (redis.status !== 'ready') return;
    const costRatio = average.costMs > 0 ? average.jobMs / average.costMs : 1;
    const capacity = {
      engineProcesses,
      expressProcesses,
      canArchive,
      costRatio,
      averageJobMs: average.jobMs,
    };
    await redis.hset(key, id, presenceMessage({ ...capacity, at: await redisNowMs(redis) }));
  };
  const tryTo = (work: Promise<unknown>) =>
    work.catch((error: unknown) => logger.warn({ err: error }, 'failed to announce worker presence'));
  const timer = setInterval(() => void tryTo(announce()), presenceIntervalMs);
  void tryTo(announce().then(() => pruneDead(redis, key)));
  return {
    noteJob: (durationMs, costMs) => {
      const weight = average.costMs === 0 ? 1 : newestWeight;
      average.jobMs += weight * (durationMs - average.jobMs);
      average.costMs += weight * (costMs - average.costMs);
    },
    close: async () => {
      clearInterval(timer);
      if (redis.status === 'ready') await tryTo(redis.hdel(key, id));
    },
  };
}

/** Deletes expired heartbeats of workers that were killed and could not delete their own heartbeat. */
async function pruneDead(redis: Redis, key: string): Promise<void> {
  const nowMs = await redisNowMs(redis);
  for (const [id, entry] of Object.entries(await redis.hgetall(key))) {
    const presence = workerPresence.safeParse(JSON.parse(entry));
    if (!presence.success || nowMs - presence.data.at > presenceTtlMs) await redis.hdel(key, id);
  }
}
