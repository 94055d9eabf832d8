import { setTimeout as sleep } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from './logger.ts';

export interface RedisSettings {
  url: string;
  /** Prefix of all Redis keys and channels of this deployment. */
  prefix: string;
}

/**
 * Connection options by role, which determine the behavior while Redis is unavailable: a `producer` fails within
 * seconds, so that requests get a response; a `consumer` waits indefinitely.
 */
const behaviors = {
  producer: { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 2_000 },
  consumer: { maxRetriesPerRequest: null },
} satisfies Record<string, RedisOptions>;

export type RedisRole = keyof typeof behaviors;

/** Opens a Redis connection that reconnects indefinitely, with delays of at most two seconds. */
export function createRedis(settings: RedisSettings, role: RedisRole, logger: Logger): Redis {
  const redis = new Redis(settings.url, {
    ...behaviors[role],
    connectTimeout: 5_000,
    keepAlive: 10_000,
    retryStrategy: (attempts) => Math.min(100 * 2 ** Math.min(attempts, 5), 2_000),
  });
  redis.on('error', (error) => logger.warn({ err: error, role }, 'failed to reach redis'));
  return redis;
}

/**
 * Waits until the Redis connection is open, so that the first tasks of a process do not fail. Resolves after
 * `timeoutMs` even without a connection, because Redis may become available later.
 */
export async function firstConnection(redis: Redis, timeoutMs = 2_000): Promise<void> {
  if (redis.status === 'ready') return;
  const ready = new Promise<void>((resolve) => redis.once('ready', () => resolve()));
  await Promise.race([ready, sleep(timeoutMs, undefined, { ref: false })]);
}

/** Returns the current time of the Redis server in milliseconds, which serves as a clock shared by all processes. */
export async function redisNowMs(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
}
