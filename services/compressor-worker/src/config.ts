import { availableParallelism, totalmem } from 'node:os';
import {
  ConfigError,
  integer,
  processVariables,
  readConfig,
  redisVariables,
  toTracing,
} from '@gossamer/service-kit/config';
import { storageVariables, toStorageSettings } from '@gossamer/service-kit/storage/create-storage';
import { z } from 'zod';

/** Memory limit of the container if it has one, otherwise the memory of the machine. */
const availableBytes = Math.min(process.constrainedMemory() || Infinity, totalmem());
const threeQuartersMegabytes = Math.floor((availableBytes * 0.75) / 1_048_576);

const variables = z.object({
  ...processVariables,
  ...redisVariables,
  ...storageVariables,
  /**
   * Number of main engine processes, each of which processes one image in one thread. More processes than CPU cores
   * bring no benefit.
   */
  WORKER_ENGINE_PROCESSES: integer(1, 256).default(availableParallelism()),
  WORKER_JOB_TIMEOUT_MS: integer(100, 3_600_000).default(60_000),
  /**
   * Number of additional engine processes for short jobs, used while long jobs occupy all main processes. Defaults to a
   * quarter of the main processes.
   */
  WORKER_EXPRESS_PROCESSES: integer(1, 256).optional(),
  /** Memory limit of an engine process in megabytes. A process that exceeds it is killed. */
  WORKER_MEMORY_LIMIT_MB: integer(100, 100_000).default(2_000),
  /** Maximum estimated memory of all images being processed, in megabytes. Further images wait. */
  WORKER_MEMORY_MB: integer(100, 1_000_000).default(threeQuartersMegabytes),
  /** Time in milliseconds for which running jobs may continue during shutdown before they are returned to the queue. */
  WORKER_DRAIN_MS: integer(0, 600_000).default(5_000),
});

const renamedVariables = [
  ['WORKER_SLOTS', 'WORKER_ENGINE_PROCESSES'],
  ['WORKER_EXPRESS_SLOTS', 'WORKER_EXPRESS_PROCESSES'],
] as const;

/** Reads the environment of the worker. @throws ConfigError */
export function readWorkerConfig(env: NodeJS.ProcessEnv) {
  for (const [old, name] of renamedVariables) {
    if (env[old]) throw new ConfigError(`${old} has been renamed: set ${name} instead.`);
  }
  const v = readConfig(variables, env);
  return {
    log: { level: v.LOG_LEVEL },
    internal: { host: v.INTERNAL_HOST, port: v.INTERNAL_PORT },
    tracing: toTracing(v),
    redis: { url: v.REDIS_URL, prefix: v.REDIS_PREFIX },
    storage: toStorageSettings(v),
    engineProcesses: v.WORKER_ENGINE_PROCESSES,
    expressProcesses: Math.min(
      v.WORKER_ENGINE_PROCESSES,
      v.WORKER_EXPRESS_PROCESSES ?? Math.ceil(v.WORKER_ENGINE_PROCESSES / 4),
    ),
    drainMs: v.WORKER_DRAIN_MS,
    limits: {
      timeoutMs: v.WORKER_JOB_TIMEOUT_MS,
      memoryBytes: v.WORKER_MEMORY_LIMIT_MB * 1_048_576,
      sharedMegabytes: v.WORKER_MEMORY_MB,
      /**
       * Memory limit of an idle engine process in bytes. A process that exceeds the limit is replaced, to free memory
       * that codecs do not release.
       */
      restMemoryBytes: 300 * 1_048_576,
    },
  };
}

export type WorkerConfig = ReturnType<typeof readWorkerConfig>;
