import { setTimeout as sleep } from 'node:timers/promises';
import { compressionQueue } from '@gossamer/contracts/jobs';
import { createConsumer } from '@gossamer/service-kit/queues/consumer';
import { createRedis } from '@gossamer/service-kit/redis';
import type { WorkerDeps } from './deps.ts';
import { compressImage } from './job/compress-image.ts';
import { announcePresence } from './presence.ts';

export interface Consuming {
  /** Takes no new jobs, lets those in work end for a while, gives back the rest. */
  drain(): Promise<void>;
}

/** Takes jobs from the queue, one for each slot. */
export function startConsuming(deps: WorkerDeps): Consuming {
  const { config, logger } = deps;
  const { prefix } = config.redis;
  const connection = createRedis(config.redis, 'consumer', logger);
  const presence = announcePresence(deps.redis, prefix, config.slots, logger);
  const consumer = createConsumer(
    compressionQueue,
    {
      compress: async (data, job, token) => {
        const startedAt = performance.now();
        const outcome = await compressImage(deps, data, job, token);
        presence.noteJob(performance.now() - startedAt);
        return outcome;
      },
    },
    { connection, prefix, logger, concurrency: config.slots },
  );
  return {
    drain: async () => {
      await presence.close();
      const closing = consumer.close();
      const timeout = new AbortController();
      const inTime = await Promise.race([
        closing.then(() => true),
        sleep(config.drainMs, false, { signal: timeout.signal }),
      ]);
      timeout.abort();
      if (!inTime) logger.warn('jobs are given back');
      deps.slots.close();
      await closing;
      connection.disconnect();
    },
  };
}
