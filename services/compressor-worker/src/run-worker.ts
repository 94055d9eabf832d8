import { missingPrograms, removeLeftovers } from '@gossamer/engine/archive/run-limited';
import { canTurnJpegs } from '@gossamer/engine/strip/turn-jpeg';
import { startInternalServer } from '@gossamer/service-kit/internal-server';
import type { Logger } from '@gossamer/service-kit/logger';
import { runProcess } from '@gossamer/service-kit/run-process';
import type { WorkerConfig } from './config.ts';
import { startConsuming } from './consume.ts';
import { openDeps } from './deps.ts';

/**
 * Time in milliseconds after which a worker that takes no new job although jobs are waiting fails its readiness check.
 * After a longer time, it also fails its liveness check and is restarted.
 */
const unreadyAfterMs = 30_000;
const deadAfterMs = 60_000;

/**
 * Runs a worker until it receives a stop signal. `childFile` overrides the entry point of the engine processes, for
 * measurements.
 */
export async function runWorker(config: WorkerConfig, childFile?: URL): Promise<void> {
  const deps = openDeps(config, childFile);
  await runProcess({ logger: deps.logger, closeTimeoutMs: config.drainMs + 1_500 }, async () => {
    await deps.enginePool.warm('main');
    if (!(await canTurnJpegs()))
      deps.logger.warn('disabled lossless JPEG rotation: jpegtran is not installed');
    const canArchive = await checkArchiving(deps.logger);
    const consuming = startConsuming(deps, canArchive);
    const takesJobs = async (withinMs: number) => {
      const idleMs = consuming.idleBesideWorkMs();
      if (idleMs > withinMs) throw new Error(`jobs are waiting but none was started for ${idleMs} ms`);
    };
    const internal = await startInternalServer({
      ...config.internal,
      registry: deps.metrics,
      checks: { redis: () => deps.redis.ping(), takesJobs: () => takesJobs(unreadyAfterMs) },
      // Do not check Redis, because restarting the worker does not fix a Redis outage.
      alive: { takesJobs: () => takesJobs(deadAfterMs) },
    });
    return {
      ready: { engineProcesses: config.engineProcesses, internalPort: internal.port },
      close: async () => {
        await consuming.drain();
        await deps.gatewayMessages.close();
        deps.redis.disconnect();
        await internal.close();
      },
    };
  });
}

/** Returns whether JPEGs can be archived and restored. Otherwise, logs which programs are missing. */
async function checkArchiving(logger: Logger): Promise<boolean> {
  await removeLeftovers();
  const missing = await missingPrograms();
  if (missing.length > 0) logger.warn({ missing }, 'disabled JPEG archiving: cjxl or djxl is not installed');
  return missing.length === 0;
}
