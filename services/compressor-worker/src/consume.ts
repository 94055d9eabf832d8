import { setTimeout as sleep } from 'node:timers/promises';
import { type CompressJob, compressionQueue } from '@gossamer/contracts/jobs';
import { createConsumer } from '@gossamer/service-kit/queues/consumer';
import { createRedis } from '@gossamer/service-kit/redis';
import type { Job } from 'bullmq';
import type { WorkerDeps } from './deps.ts';
import type { EngineProcessKind } from './engine-pool/pool.ts';
import { openExpress } from './express.ts';
import { compressImage, DemotedError } from './job/compress-image.ts';
import { createMainLoad } from './main-load.ts';
import { announcePresence } from './presence.ts';
import { watchIdleness } from './watch-idleness.ts';

export interface Consuming {
  /**
   * Returns the time in milliseconds for which the worker has taken no job although jobs were waiting and engine
   * processes were idle.
   */
  idleBesideWorkMs(): number;
  /** Stops taking jobs, waits a limited time for running jobs and returns all unfinished jobs to the queue. */
  drain(): Promise<void>;
}

/**
 * Starts the queue consumers: one for the main engine processes and one for the express processes, which run short jobs
 * while long jobs occupy all main processes. Each consumer takes one job per engine process.
 */
export function startConsuming(deps: WorkerDeps, canArchive: boolean): Consuming {
  const { config, counters, logger } = deps;
  const { prefix } = config.redis;
  const connection = createRedis(config.redis, 'consumer', logger);
  const presence = announcePresence(deps.redis, prefix, { ...config, canArchive }, logger);
  const load = createMainLoad();
  let begun = 0;
  let ended = 0;
  const run = async (kind: EngineProcessKind, data: CompressJob, job: Job, token: string | undefined) => {
    const startedAt = performance.now();
    const inMain = kind === 'main' ? load.begin() : undefined;
    let costMs = 0;
    const noteCost = (estimatedMs: number) => {
      costMs = estimatedMs;
      inMain?.noteCost(estimatedMs);
    };
    begun += 1;
    try {
      const outcome = await compressImage(deps, data, { job, token, kind, noteCost });
      if (costMs > 0) presence.noteJob(performance.now() - startedAt, costMs);
      counters.ended(outcome.type === 'image.failed' ? outcome.code : 'completed', data.originalFormat);
      return outcome;
    } catch (error) {
      counters.ended(error instanceof DemotedError ? 'demoted' : 'retried', data.originalFormat);
      throw error;
    } finally {
      inMain?.end();
      ended += 1;
    }
  };
  const idleness = watchIdleness(deps, { inWork: () => begun - ended, begun: () => begun });
  const consume = (kind: EngineProcessKind, concurrency: number) =>
    createConsumer(
      compressionQueue,
      { compress: (data, job, token) => run(kind, data, job, token) },
      { connection, prefix, logger, concurrency, isPaused: kind === 'express' },
    );
  const main = consume('main', config.engineProcesses);
  const express = consume('express', config.expressProcesses);
  const opening = openExpress(deps, load, express);
  return {
    idleBesideWorkMs: idleness.idleBesideWorkMs,
    drain: async () => {
      // Close the consumers first, so that they cannot take further jobs while the worker shuts down.
      const closing = Promise.all([main.close(), express.close()]);
      await Promise.all([presence.close(), idleness.close(), opening.close()]);
      const timeout = new AbortController();
      const inTime = await Promise.race([
        closing.then(() => true),
        sleep(config.drainMs, false, { signal: timeout.signal }),
      ]);
      timeout.abort();
      if (!inTime) logger.warn('exceeded drain timeout');
      deps.enginePool.close();
      await closing;
      connection.disconnect();
    },
  };
}
