import { presenceTtlMs, workerPresence, workersKey } from '@gossamer/contracts/workers';
import { redisNowMs } from '@gossamer/service-kit/redis';
import type { GatewayDeps } from '../../deps.ts';

/** Totals of the workers that have announced themselves recently. */
export interface Workers {
  /** Number of workers. */
  count: number;
  engineProcesses: number;
  /** Number of extra engine processes that run short jobs while long jobs occupy the others. */
  expressProcesses: number;
  /**
   * Measured job time divided by estimated cost, averaged over all engine processes; 1 if no worker has measured any.
   */
  costRatio: number;
}

/**
 * Reads the announcements of all workers from Redis.
 * @throws when Redis is unreachable
 */
export async function readWorkers({
  redis,
  config,
}: Pick<GatewayDeps, 'redis' | 'config'>): Promise<Workers> {
  const [nowMs, entries] = await Promise.all([
    redisNowMs(redis),
    redis.hgetall(workersKey(config.redis.prefix)),
  ]);
  const living = Object.values(entries).flatMap((entry) => {
    const { data } = workerPresence.safeParse(JSON.parse(entry));
    return data && nowMs - data.at <= presenceTtlMs ? [data] : [];
  });
  const engineProcesses = living.reduce((sum, worker) => sum + worker.engineProcesses, 0);
  return {
    count: living.length,
    engineProcesses,
    expressProcesses: living.reduce((sum, worker) => sum + worker.expressProcesses, 0),
    costRatio:
      living.reduce((sum, worker) => sum + worker.engineProcesses * worker.costRatio, 0) / engineProcesses ||
      1,
  };
}
