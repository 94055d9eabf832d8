import { type Job, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../logger.ts';
import { queueTracing } from '../tracing.ts';
import { type JobData, type JobName, jobSchema, type QueueCatalog } from './catalog.ts';

/** Handlers of all jobs in the catalog. A missing handler is a compile error. */
export type Handlers<C extends QueueCatalog> = {
  [N in JobName<C>]: (data: JobData<C, N>, job: Job, token: string | undefined) => Promise<unknown>;
};

export interface ConsumerOptions {
  connection: Redis;
  prefix: string;
  logger: Logger;
  /** Maximum number of concurrent jobs. Defaults to 1. */
  concurrency?: number;
  /** Whether the consumer starts paused. It then takes no jobs until `resume` is called. */
  isPaused?: boolean;
}

/**
 * Lock settings for jobs. If a worker is killed, its jobs restart after 10 to 15 s. They can restart several times,
 * because the crash may have been caused by a different job.
 */
const takeover = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 3 };

/** Retry interval in milliseconds after the worker loses its Redis connection. BullMQ's default is 15 s. */
const runRetryDelay = 1_000;

/** Returns the delay between attempts in milliseconds, at most 30 s, for jobs with `backoff: { type: 'capped' }`. */
export function cappedBackoff(attemptsMade: number): number {
  return Math.min(250 * 2 ** Math.min(attemptsMade, 10), 30_000);
}

/** Creates the worker for a queue. Jobs with an unknown name or invalid data fail without retries. */
export function createConsumer<C extends QueueCatalog>(
  catalog: C,
  handlers: Handlers<C>,
  options: ConsumerOptions,
): Worker {
  const { connection, prefix, logger, concurrency = 1, isPaused = false } = options;
  const work = async (job: Job, token?: string): Promise<unknown> => {
    const handler = (handlers as Record<string, Handlers<QueueCatalog>[string]>)[job.name];
    const parsed = jobSchema(catalog, job.name)?.safeParse(job.data);
    if (handler === undefined || !parsed?.success) {
      logger.error({ jobId: job.id, job: job.name, err: parsed?.error }, 'rejected unknown or invalid job');
      throw new UnrecoverableError(`unknown or invalid job in queue ${catalog.name}: ${job.name}`);
    }
    return handler(parsed.data, job, token);
  };
  const worker = new Worker(catalog.name, work, {
    ...takeover,
    runRetryDelay,
    connection,
    prefix,
    ...queueTracing(),
    concurrency,
    autorun: !isPaused,
    settings: { backoffStrategy: cappedBackoff },
  });
  if (isPaused) void worker.pause(true);
  worker.on('error', (error) => logger.warn({ err: error, queue: catalog.name }, 'failed to reach queue'));
  worker.on('failed', (job, error) =>
    logger.warn(
      { jobId: job?.id, job: job?.name, err: error, attemptsMade: job?.attemptsMade },
      'failed to process job',
    ),
  );
  return worker;
}
