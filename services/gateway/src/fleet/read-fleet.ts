import { fleetKey, presenceTtlMs, workerPresence } from '@gossamer/contracts/fleet';
import { redisNowMs } from '@gossamer/service-kit/redis';
import type { GatewayDeps } from '../deps.ts';

/** The workers that have been heard of lately. */
export interface Fleet {
  workers: number;
  slots: number;
  /** How long it takes until one more job is done, when all slots work. */
  msPerJob: number;
}

/** What a job takes before any worker has told. */
export const assumedJobMs = 1_000;

export async function readFleet({ redis, config }: Pick<GatewayDeps, 'redis' | 'config'>): Promise<Fleet> {
  const [nowMs, entries] = await Promise.all([
    redisNowMs(redis),
    redis.hgetall(fleetKey(config.redis.prefix)),
  ]);
  const living = Object.values(entries).flatMap((entry) => {
    const { data } = workerPresence.safeParse(JSON.parse(entry));
    return data && nowMs - data.at <= presenceTtlMs ? [data] : [];
  });
  const jobsPerMs = living.reduce(
    (sum, { slots, averageJobMs }) => sum + slots / (averageJobMs || assumedJobMs),
    0,
  );
  return {
    workers: living.length,
    slots: living.reduce((sum, { slots }) => sum + slots, 0),
    // Nobody works: a fleet that restarts is back within seconds, so a few jobs may wait for it.
    msPerJob: jobsPerMs > 0 ? 1 / jobsPerMs : assumedJobMs,
  };
}
