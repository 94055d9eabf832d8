import { gatewayInbox } from '@gossamer/contracts/inboxes';
import { createLogger, type Logger } from '@gossamer/service-kit/logger';
import { createMetrics, createStageTimes, type StageTimes } from '@gossamer/service-kit/metrics';
import { messageOptions } from '@gossamer/service-kit/queues/job-options';
import { createProducer, type Producer } from '@gossamer/service-kit/queues/producer';
import { createRedis } from '@gossamer/service-kit/redis';
import type { Redis } from 'ioredis';
import type { WorkerConfig } from './config.ts';
import { createEnginePool, type EnginePool } from './engine-pool/pool.ts';
import { createWorkerCounters, observeEngines, type WorkerCounters } from './signals.ts';

export interface WorkerDeps {
  config: WorkerConfig;
  logger: Logger;
  /** Waits for Redis as long as it takes: a result that is made must be told. */
  redis: Redis;
  gatewayMessages: Producer<typeof gatewayInbox>;
  slots: EnginePool;
  metrics: ReturnType<typeof createMetrics>;
  /** `queue`, `slot` with `read`, `engine`, its steps and `write` in it, `report`. */
  stages: StageTimes<string>;
  counters: WorkerCounters;
}

/** Opens the worker's connections and slots. */
export function openDeps(config: WorkerConfig, childFile?: URL): WorkerDeps {
  const logger = createLogger('compressor-worker', config.log.level);
  const redis = createRedis(config.redis, 'consumer', logger);
  const { prefix } = config.redis;
  const metrics = createMetrics('compressor-worker');
  const slots = createEnginePool(
    { main: config.slots, express: config.expressSlots },
    { ...config.limits, ...(childFile && { childFile }) },
  );
  observeEngines(metrics, slots, config);
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
    slots,
    metrics,
    stages: createStageTimes(metrics),
    counters: createWorkerCounters(metrics),
  };
}
