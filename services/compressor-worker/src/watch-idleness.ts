import { setTimeout as sleep } from 'node:timers/promises';
import { compressionQueue } from '@gossamer/contracts/jobs';
import { createProducer } from '@gossamer/service-kit/queues/producer';
import { every } from '@gossamer/service-kit/schedule';
import type { WorkerDeps } from './deps.ts';

/** Counters that show whether a worker is idle. */
export interface WatchedWork {
  /** Number of running jobs. */
  inWork(): number;
  /** Number of jobs started since the worker started. */
  begun(): number;
}

const askTimeoutMs = 2_000;

export interface IdlenessWatch {
  /**
   * Returns the time in milliseconds for which the worker has started no job although jobs were waiting and engine
   * processes were idle.
   */
  idleBesideWorkMs(): number;
  close(): Promise<void>;
}

/**
 * Detects a connected worker that takes no jobs although jobs are waiting. After a reconnect, a consumer's loop
 * sometimes does not resume (BullMQ issue 4585), which no other health check detects. The worker counts as healthy
 * while Redis is unreachable or the queue is paused.
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
    const isIdle = work.inWork() < deps.config.engineProcesses && work.begun() === begunThen;
    begunThen = work.begun();
    // Treat the worker as healthy if Redis does not respond.
    const isSuspicious = isIdle && (await Promise.race([hasWaitingJobs(), noAnswer()]).catch(() => false));
    lookedAt = performance.now();
    since = isSuspicious ? (since ?? lookedAt) : undefined;
  };
  const noAnswer = () => sleep(askTimeoutMs, false, { ref: false });
  const hasWaitingJobs = async () => {
    const [counts, isPaused] = await Promise.all([
      queue.getJobCounts('waiting', 'prioritized'),
      queue.isPaused(),
    ]);
    return !isPaused && Object.values(counts).some((count) => count > 0);
  };
  const looking = every(lookEveryMs, 'watch idleness', look, deps.logger);
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
