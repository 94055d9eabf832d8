import { gatewayInbox } from '@gossamer/contracts/inboxes';
import { createLogger, type Logger } from '@gossamer/service-kit/logger';
import { createMetrics, createStageTimes, type StageTimes } from '@gossamer/service-kit/metrics';
import { messageOptions } from '@gossamer/service-kit/queues/job-options';
import { createProducer, type Producer } from '@gossamer/service-kit/queues/producer';
import { createRedis } from '@gossamer/service-kit/redis';
import type { Redis } from 'ioredis';
import type { WorkerConfig } from './config.ts';
import { createEnginePool, type EnginePool } from './engine-pool/pool.ts';
import { createWorkerCounters, observeEngines, type WorkerCounters } from './metrics.ts';

export interface WorkerDeps {
  config: WorkerConfig;
  logger: Logger;
  /** Redis connection that retries indefinitely, because the outcome of every job must be reported. */
  redis: Redis;
  gatewayMessages: Producer<typeof gatewayInbox>;
  enginePool: EnginePool;
  metrics: ReturnType<typeof createMetrics>;
  /**
   * Durations of the stages `queue`, `engine_process` (which includes `read`, `engine` and its steps, and `write`) and
   * `report`.
   */
  stages: StageTimes<string>;
  counters: WorkerCounters;
}

/** Creates the worker's connections and engine pool. */
export function openDeps(config: WorkerConfig, childFile?: URL): WorkerDeps {
  const logger = createLogger('compressor-worker', config.log.level);
  const redis = createRedis(config.redis, 'consumer', logger);
  const { prefix } = config.redis;
  const metrics = createMetrics('compressor-worker');
  const enginePool = createEnginePool(
    { main: config.engineProcesses, express: config.expressProcesses },
    { ...config.limits, ...(childFile && { childFile }) },
  );
  observeEngines(metrics, enginePool, config);
  return {
    config,
    logger,
    redis,
    gatewayMessages: createProducer(gatewayInbox, {
      connection: redis,
      prefix,
      logger,
      defaults: messageOptions,
    }),
    enginePool,
    metrics,
    stages: createStageTimes(metrics),
    counters: createWorkerCounters(metrics),
  };
}
