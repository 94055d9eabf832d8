import { setTimeout as sleep } from 'node:timers/promises';
import { type CompressJob, compressionQueue } from '@gossamer/contracts/jobs';
import { createConsumer } from '@gossamer/service-kit/queues/consumer';
import { createRedis } from '@gossamer/service-kit/redis';
import type { Job } from 'bullmq';
import type { WorkerDeps } from './deps.ts';
import { compressImage } from './job/compress-image.ts';
import { announcePresence } from './presence.ts';
import { watchIdleness } from './watch-idleness.ts';

export interface Consuming {
  /** For how long it has taken nothing although it could and jobs waited, in milliseconds. */
  idleBesideWorkMs(): number;
  /** Takes no new jobs, lets those in work end for a while, gives back the rest. */
  drain(): Promise<void>;
}

/** Takes jobs from the queue, one for each slot. */
export function startConsuming(deps: WorkerDeps): Consuming {
  const { config, counters, logger } = deps;
  const { prefix } = config.redis;
  const connection = createRedis(config.redis, 'consumer', logger);
  const presence = announcePresence(deps.redis, prefix, config.slots, logger);
  let begun = 0;
  let ended = 0;
  const run = async (data: CompressJob, job: Job, token: string | undefined) => {
    const startedAt = performance.now();
    begun += 1;
    try {
      const outcome = await compressImage(deps, data, job, token);
      presence.noteJob(performance.now() - startedAt);
      counters.ended(outcome.type === 'image.failed' ? outcome.code : 'completed', data.originalFormat);
      return outcome;
    } catch (error) {
      counters.ended('retried', data.originalFormat);
      throw error;
    } finally {
      ended += 1;
    }
  };
  const idleness = watchIdleness(deps, { inWork: () => begun - ended, begun: () => begun });
  const consumer = createConsumer(
    compressionQueue,
    { compress: run },
    { connection, prefix, logger, concurrency: config.slots },
  );
  return {
    idleBesideWorkMs: idleness.idleBesideWorkMs,
    drain: async () => {
      // First of all: whatever is awaited before would leave time to take another job.
      const closing = consumer.close();
      await Promise.all([presence.close(), idleness.close()]);
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
