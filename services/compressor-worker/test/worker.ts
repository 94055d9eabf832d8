import { randomBytes } from 'node:crypto';
import { gatewayInbox } from '@gossamer/contracts/inboxes';
import {
  type CompressJob,
  type CompressOutcome,
  compressionQueue,
  type ImageDemoted,
} from '@gossamer/contracts/jobs';
import { priorityOf } from '@gossamer/contracts/queue-priority';
import { defaultSettings } from '@gossamer/contracts/settings';
import { createLogger } from '@gossamer/service-kit/logger';
import { createConsumer } from '@gossamer/service-kit/queues/consumer';
import { createProducer, type Producer } from '@gossamer/service-kit/queues/producer';
import { createRedis } from '@gossamer/service-kit/redis';
import { createStorage } from '@gossamer/service-kit/storage/create-storage';
import type { Storage } from '@gossamer/service-kit/storage/storage';
import { openTestServers, type TestServers } from '@gossamer/testkit/servers';
import { waitFor } from '@gossamer/testkit/wait';
import { readWorkerConfig } from '../src/config.ts';
import { type Consuming, startConsuming } from '../src/consume.ts';
import { openDeps, type WorkerDeps } from '../src/deps.ts';

export interface TestWorker {
  servers: TestServers;
  storage: Storage;
  deps: WorkerDeps;
  consuming: Consuming;
  queue: Producer<typeof compressionQueue>;
  /** Outcomes that the worker has sent to the gateway, oldest first. */
  outcomes: CompressOutcome[];
  /** Jobs that the worker has moved to the long lane, oldest first. */
  demoted: ImageDemoted[];
  /** Stores a file and enqueues its job, like the gateway. Resolves with the compression id. */
  submit(file: Uint8Array, options?: Partial<CompressJob>): Promise<string>;
  /** Waits until the worker has sent the outcome of a compression to the gateway. */
  outcomeOf(id: string): Promise<CompressOutcome>;
  close(): Promise<void>;
}

/** Engine processes run at the lowest priority, so other programs can slow them down by a factor of ten. */
const outcomeTimeoutMs = 200_000;

/** Size of a noise image that takes half a minute to encode as AVIF. */
export const large = { widthPx: 4_000, heightPx: 3_000 };
export const slow = { settings: { ...defaultSettings, format: 'avif' as const } };

/**
 * Starts a worker as in production, with engine processes. Also starts the gateway's producer for compression jobs and
 * its inbox consumer.
 */
export async function startWorker(env: Record<string, string> = {}): Promise<TestWorker> {
  const servers = await openTestServers();
  // Set environment variables, because engine processes read the location of the storage from the environment.
  Object.assign(process.env, servers.storageEnv);
  const config = readWorkerConfig({
    LOG_LEVEL: 'silent',
    REDIS_URL: servers.redisUrl,
    REDIS_PREFIX: servers.redisPrefix,
    ...servers.storageEnv,
    WORKER_ENGINE_PROCESSES: '2',
    ...env,
  });
  const deps = openDeps(config);
  const logger = createLogger('gateway-test', 'silent');
  const connection = createRedis(config.redis, 'consumer', logger);
  const shared = { connection, prefix: config.redis.prefix, logger };
  const queue = createProducer(compressionQueue, {
    ...shared,
    defaults: { attempts: 3, backoff: { type: 'capped' } },
  });
  const outcomes: CompressOutcome[] = [];
  const demoted: ImageDemoted[] = [];
  const inbox = createConsumer(
    gatewayInbox,
    {
      'image.compressed': async (outcome) => void outcomes.push({ type: 'image.compressed', ...outcome }),
      'image.failed': async (outcome) => void outcomes.push({ type: 'image.failed', ...outcome }),
      'image.demoted': async (message) => void demoted.push(message),
    },
    shared,
  );
  const storage = await createStorage(config.storage);
  const consuming = startConsuming(deps, true);
  return {
    servers,
    storage,
    deps,
    consuming,
    queue,
    outcomes,
    demoted,
    submit: (file, options) => submit(storage, queue, file, options),
    outcomeOf: (id) =>
      waitFor(
        `the outcome of ${id}`,
        () => outcomes.find((one) => one.compressionId === id),
        outcomeTimeoutMs,
      ),
    close: async () => {
      await consuming.drain();
      await inbox.close();
      await queue.close();
      connection.disconnect();
      deps.redis.disconnect();
      await servers.close();
    },
  };
}

async function submit(
  storage: Storage,
  queue: TestWorker['queue'],
  file: Uint8Array,
  options: Partial<CompressJob> = {},
): Promise<string> {
  const compressionId = randomBytes(16).toString('hex');
  const originalKey = `originals/${compressionId}`;
  if (file.length > 0) await storage.put(originalKey, file);
  const job: CompressJob = {
    compressionId,
    originalKey,
    attempt: 1,
    originalFormat: 'jpeg',
    originalSizeBytes: file.length,
    maxPixels: 100_000_000,
    settings: defaultSettings,
    effort: 'thorough',
    lane: 'short',
    requestId: 'trace-0123456789',
    ...options,
  };
  await queue.add('compress', job, { jobId: compressionId, priority: priorityOf(job.lane, 'visitor', 0) });
  return compressionId;
}
