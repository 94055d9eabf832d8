import { setTimeout as sleep } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from './logger.ts';

export interface RedisSettings {
  url: string;
  /** Starts every key and channel of this deployment. */
  prefix: string;
}

/**
 * How a connection behaves while Redis is away:
 * a `producer` fails within seconds, so that a request can answer; a `consumer` waits for as long as it takes.
 */
const behaviours = {
  producer: { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 2_000 },
  consumer: { maxRetriesPerRequest: null },
} satisfies Record<string, RedisOptions>;

export type RedisRole = keyof typeof behaviours;

/** Opens a connection that reconnects by itself, for ever, every two seconds at the latest. */
export function createRedis(settings: RedisSettings, role: RedisRole, logger: Logger): Redis {
  const redis = new Redis(settings.url, {
    ...behaviours[role],
    connectTimeout: 5_000,
    keepAlive: 10_000,
    retryStrategy: (attempts) => Math.min(100 * 2 ** Math.min(attempts, 5), 2_000),
  });
  redis.on('error', (error) => logger.warn({ err: error, role }, 'redis connection'));
  return redis;
}

/**
 * Waits for the first connection, so that a process's first tasks do not fail on one that is still opening.
 * After `timeoutMs` it goes on without: whoever starts while Redis is away works as soon as it is back.
 */
export async function firstConnection(redis: Redis, timeoutMs = 2_000): Promise<void> {
  if (redis.status === 'ready') return;
  const ready = new Promise<void>((resolve) => redis.once('ready', () => resolve()));
  await Promise.race([ready, sleep(timeoutMs, undefined, { ref: false })]);
}

/** The server's clock, in milliseconds: the one that all processes share. */
export async function redisNowMs(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
}
