import { presenceTtlMs, workerPresence, workersKey } from '@gossamer/contracts/workers';
import { redisNowMs } from '@gossamer/service-kit/redis';
import type { GatewayDeps } from '../../deps.ts';

/** The workers that have announced themselves lately. */
export interface Workers {
  workers: number;
  slots: number;
  /** Engine processes for short jobs beside the slots, while long jobs occupy those. */
  expressSlots: number;
  /** Measured job time by estimated cost, the mean over all slots; 1 where no worker has measured any. */
  costRatio: number;
}

/** Reads the workers' announcements. @throws when Redis is unreachable */
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
  const slots = living.reduce((sum, worker) => sum + worker.slots, 0);
  return {
    workers: living.length,
    slots,
    expressSlots: living.reduce((sum, worker) => sum + worker.expressSlots, 0),
    costRatio: living.reduce((sum, worker) => sum + worker.slots * worker.costRatio, 0) / slots || 1,
  };
}
