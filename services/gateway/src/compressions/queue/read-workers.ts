import { presenceTtlMs, workerPresence, workersKey } from '@gossamer/contracts/workers';
import { redisNowMs } from '@gossamer/service-kit/redis';
import type { GatewayDeps } from '../../deps.ts';

/** Totals over all workers that have recently published their state. */
export interface Workers {
  /** Number of workers. */
  count: number;
  engineProcesses: number;
  /** Number of additional engine processes that run short jobs while long jobs occupy the main processes. */
  expressProcesses: number;
  /**
   * Ratio of measured job time to estimated cost, averaged over all engine processes; 1 if no worker has measured any
   * job.
   */
  costRatio: number;
  /** Whether at least one worker can archive and restore JPEGs. */
  canArchive: boolean;
}

/**
 * Reads the published state of all workers from Redis.
 * @throws if Redis is unreachable
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
    canArchive: living.some((worker) => worker.canArchive),
    costRatio:
      living.reduce((sum, worker) => sum + worker.engineProcesses * worker.costRatio, 0) / engineProcesses ||
      1,
  };
}
