import { setTimeout as sleep } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from './logger.ts';

export interface RedisSettings {
  url: string;
  /** Prefix of every key and channel of this deployment. */
  prefix: string;
}

/**
 * Connection behavior while Redis is unavailable: a `producer` fails within seconds, so that requests can be answered;
 * a `consumer` waits indefinitely.
 */
const behaviours = {
  producer: { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 2_000 },
  consumer: { maxRetriesPerRequest: null },
} satisfies Record<string, RedisOptions>;

export type RedisRole = keyof typeof behaviours;

/** Opens a connection that reconnects indefinitely, at least every two seconds. */
export function createRedis(settings: RedisSettings, role: RedisRole, logger: Logger): Redis {
  const redis = new Redis(settings.url, {
    ...behaviours[role],
    connectTimeout: 5_000,
    keepAlive: 10_000,
    retryStrategy: (attempts) => Math.min(100 * 2 ** Math.min(attempts, 5), 2_000),
  });
  redis.on('error', (error) => logger.warn({ err: error, role }, 'redis connection error'));
  return redis;
}

/**
 * Waits for the first connection, so that a process's first tasks do not fail while it is being opened.
 * Continues after `timeoutMs` without one: a process that starts while Redis is unavailable works once Redis is back.
 */
export async function firstConnection(redis: Redis, timeoutMs = 2_000): Promise<void> {
  if (redis.status === 'ready') return;
  const ready = new Promise<void>((resolve) => redis.once('ready', () => resolve()));
  await Promise.race([ready, sleep(timeoutMs, undefined, { ref: false })]);
}

/** Returns the Redis server's time in milliseconds, which all processes share. */
export async function redisNowMs(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
}
