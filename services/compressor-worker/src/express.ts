import { compressionQueue } from '@gossamer/contracts/jobs';
import { bandStart, scorePerPriority, tiers } from '@gossamer/contracts/queue-priority';
import { createProducer } from '@gossamer/service-kit/queues/producer';
import { every } from '@gossamer/service-kit/schedule';
import { within } from '@gossamer/service-kit/within';
import type { Worker } from 'bullmq';
import type { WorkerDeps } from './deps.ts';
import type { MainLoad } from './main-load.ts';

const lookEveryMs = 10;
const lookTimeoutMs = 1_000;
const noAnswer = () => new Error('redis did not respond in time');

/**
 * Resumes the consumer for express processes while long jobs occupy the main engine processes and a short job waits,
 * and pauses it afterwards. As a result, an engine process is always available to short jobs, although no main process
 * is reserved for them. `consumer` must start paused.
 */
export function openExpress(deps: WorkerDeps, load: MainLoad, consumer: Worker): { close(): Promise<void> } {
  const { engineProcesses, expressProcesses, redis } = deps.config;
  const { queue, close } = createProducer(compressionQueue, {
    connection: deps.redis,
    prefix: redis.prefix,
    logger: deps.logger,
  });
  const firstLong = bandStart('long', tiers[0]) * scorePerPriority;
  const isShortWaiting = async () => {
    const [unprioritized, short] = await Promise.all([
      deps.redis.llen(queue.toKey('wait')),
      deps.redis.zcount(queue.toKey('prioritized'), '-inf', `(${firstLong}`),
    ]);
    return unprioritized + short > 0;
  };
  const look = async () => {
    const isOccupied = load.jobs() >= engineProcesses && load.longJobs() > engineProcesses - expressProcesses;
    if (isOccupied) deps.enginePool.warm('express').catch(() => undefined);
    const isNeeded = isOccupied && (await within(isShortWaiting(), lookTimeoutMs, noAnswer));
    if (isNeeded && consumer.isPaused()) consumer.resume();
    if (!isNeeded && !consumer.isPaused()) await consumer.pause(true);
  };
  const looking = every(lookEveryMs, 'poll short jobs', look, deps.logger);
  return {
    close: async () => {
      await looking.close();
      await close();
    },
  };
}
