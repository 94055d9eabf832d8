import { randomUUID } from 'node:crypto';
import {
  fleetKey,
  presenceIntervalMs,
  presenceTtlMs,
  type WorkerPresence,
  workerPresence,
} from '@gossamer/contracts/fleet';
import type { Logger } from '@gossamer/service-kit/logger';
import { redisNowMs } from '@gossamer/service-kit/redis';
import type { Redis } from 'ioredis';

export interface Presence {
  /** Takes a job's duration into the mean that others plan by. */
  noteJob(durationMs: number): void;
  close(): Promise<void>;
}

/** Weight of the newest job in the running mean. */
const newestWeight = 0.1;

/** Says every few seconds that this worker lives, how many slots it has and how fast it is. */
export function announcePresence(redis: Redis, prefix: string, slots: number, logger: Logger): Presence {
  const id = randomUUID();
  const key = fleetKey(prefix);
  let averageJobMs = 0;
  const announce = async () => {
    if (redis.status !== 'ready') return;
    const presence: WorkerPresence = { slots, averageJobMs, at: await redisNowMs(redis) };
    await redis.hset(key, id, JSON.stringify(presence));
  };
  const tryTo = (work: Promise<unknown>) =>
    work.catch((error: unknown) => logger.warn({ err: error }, 'presence not announced'));
  const timer = setInterval(() => void tryTo(announce()), presenceIntervalMs);
  void tryTo(announce().then(() => forgetDead(redis, key)));
  return {
    noteJob: (durationMs) => {
      averageJobMs =
        averageJobMs === 0 ? durationMs : averageJobMs + newestWeight * (durationMs - averageJobMs);
    },
    close: async () => {
      clearInterval(timer);
      if (redis.status === 'ready') await tryTo(redis.hdel(key, id));
    },
  };
}

/** Workers that were killed leave their entry behind. */
async function forgetDead(redis: Redis, key: string): Promise<void> {
  const nowMs = await redisNowMs(redis);
  for (const [id, entry] of Object.entries(await redis.hgetall(key))) {
    const presence = workerPresence.safeParse(JSON.parse(entry));
    if (!presence.success || nowMs - presence.data.at > presenceTtlMs) await redis.hdel(key, id);
  }
}
