import { setTimeout as sleep } from 'node:timers/promises';
import { compressionQueue } from '@gossamer/contracts/jobs';
import { createProducer } from '@gossamer/service-kit/queues/producer';
import { every } from '@gossamer/service-kit/schedule';
import type { WorkerDeps } from './deps.ts';

/** What a watch asks of the worker. */
export interface WatchedWork {
  /** Jobs in work. */
  inWork(): number;
  /** Jobs begun since it started. */
  begun(): number;
}

const askTimeoutMs = 2_000;

export interface IdlenessWatch {
  /** For how long, in milliseconds, it has begun nothing although it had a free slot and jobs waited; 0 otherwise. */
  idleBesideWorkMs(): number;
  close(): Promise<void>;
}

/**
 * Notices a worker that is connected, has nothing to do and takes nothing, while jobs wait: a consumer whose connection
 * came back and whose loop did not (BullMQ issue 4585). Everything else about such a process looks well.
 * While Redis is away, or the queue is paused, nothing is held against it.
 */
export function watchIdleness(deps: WorkerDeps, work: WatchedWork, lookEveryMs = 5_000): IdlenessWatch {
  const { queue, close } = createProducer(compressionQueue, {
    connection: deps.redis,
    prefix: deps.config.redis.prefix,
    logger: deps.logger,
  });
  let since: number | undefined;
  let lookedAt = 0;
  let begunThen = 0;
  const look = async () => {
    const isIdle = work.inWork() < deps.config.slots && work.begun() === begunThen;
    begunThen = work.begun();
    // What cannot be asked is not known, and nothing is held against this worker.
    const isSuspicious = isIdle && (await Promise.race([somebodyWaits(), noAnswer()]).catch(() => false));
    lookedAt = performance.now();
    since = isSuspicious ? (since ?? lookedAt) : undefined;
  };
  const noAnswer = () => sleep(askTimeoutMs, false, { ref: false });
  const somebodyWaits = async () => {
    const [counts, isPaused] = await Promise.all([
      queue.getJobCounts('waiting', 'prioritized'),
      queue.isPaused(),
    ]);
    return !isPaused && Object.values(counts).some((count) => count > 0);
  };
  const looking = every(lookEveryMs, 'look for idleness', look, deps.logger);
  return {
    idleBesideWorkMs: () => {
      const isStale = performance.now() - lookedAt > 2 * (lookEveryMs + askTimeoutMs);
      return since === undefined || isStale ? 0 : lookedAt - since;
    },
    close: async () => {
      await looking.close();
      await close();
    },
  };
}
