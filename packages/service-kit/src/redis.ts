import { setTimeout as sleep } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from './logger.ts';

export interface RedisSettings {
  url: string;
  /** Prefix of every key and channel of this deployment. */
  prefix: string;
}

/**
 * Connection options by role while Redis is unavailable: a `producer` fails within seconds, so that requests get a
 * response; a `consumer` waits indefinitely.
 */
const behaviors = {
  producer: { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 2_000 },
  consumer: { maxRetriesPerRequest: null },
} satisfies Record<string, RedisOptions>;

export type RedisRole = keyof typeof behaviors;

/** Opens a connection that reconnects indefinitely, with pauses of at most two seconds. */
export function createRedis(settings: RedisSettings, role: RedisRole, logger: Logger): Redis {
  const redis = new Redis(settings.url, {
    ...behaviors[role],
    connectTimeout: 5_000,
    keepAlive: 10_000,
    retryStrategy: (attempts) => Math.min(100 * 2 ** Math.min(attempts, 5), 2_000),
  });
  redis.on('error', (error) => logger.warn({ err: error, role }, 'redis connection error'));
  return redis;
}

/**
 * Waits until the first connection is open, so that the first tasks of a process do not fail. Resolves after
 * `timeoutMs` in any case, because the process also works once Redis becomes available later.
 */
export async function firstConnection(redis: Redis, timeoutMs = 2_000): Promise<void> {
  if (redis.status === 'ready') return;
  const ready = new Promise<void>((resolve) => redis.once('ready', () => resolve()));
  await Promise.race([ready, sleep(timeoutMs, undefined, { ref: false })]);
}

/** Returns the time of the Redis server in milliseconds: a clock that all processes share. */
export async function redisNowMs(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
}
