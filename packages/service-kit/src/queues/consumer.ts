import { type Job, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../logger.ts';
import { queueTracing } from '../tracing.ts';
import { type JobData, type JobName, jobSchema, type QueueCatalog } from './catalog.ts';

/** One handler for each job of the catalog: a missing one does not compile. */
export type Handlers<C extends QueueCatalog> = {
  [N in JobName<C>]: (data: JobData<C, N>, job: Job, token: string | undefined) => Promise<unknown>;
};

export interface ConsumerOptions {
  connection: Redis;
  prefix: string;
  logger: Logger;
  /** Jobs in hand at a time; one if left out. */
  concurrency?: number;
  /** Takes nothing until `resume` is called. */
  isPaused?: boolean;
}

/** A killed worker's jobs are taken over after 10 to 15 s; a neighbour's crash must not fail the innocent. */
const takeover = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 3 };

/** A worker whose connection broke looks for jobs again after this; by itself it would rest for 15 s. */
const runRetryDelay = 1_000;

/** Jobs wait this long between tries, growing to half a minute; for jobs with `backoff: { type: 'capped' }`. */
export function cappedBackoff(attemptsMade: number): number {
  return Math.min(250 * 2 ** Math.min(attemptsMade, 10), 30_000);
}

/** The receiving side of a queue. A job that the catalog does not know, or whose data is not valid, fails for good. */
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
      logger.error({ jobId: job.id, job: job.name, err: parsed?.error }, 'job is not in the catalog');
      throw new UnrecoverableError(`not in the catalog of ${catalog.name}: ${job.name}`);
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
  worker.on('error', (error) => logger.warn({ err: error, queue: catalog.name }, 'worker connection'));
  worker.on('failed', (job, error) =>
    logger.warn(
      { jobId: job?.id, job: job?.name, err: error, attemptsMade: job?.attemptsMade },
      'job failed',
    ),
  );
  return worker;
}
