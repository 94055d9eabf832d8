import { type Job, type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../logger.ts';
import { queueTracing } from '../tracing.ts';
import { within } from '../within.ts';
import { type JobData, type JobName, jobSchema, type QueueCatalog } from './catalog.ts';

export interface ProducerOptions {
  connection: Redis;
  prefix: string;
  logger: Logger;
  defaults?: JobsOptions;
}

/** Timeout in milliseconds for adding a job. BullMQ itself would wait indefinitely for the first connection. */
const addTimeoutMs = 2_500;
const noAnswer = () => new Error('Connection is closed: redis did not respond in time');

/** Adds jobs to a queue after validating their data against the catalog. */
export interface Producer<C extends QueueCatalog> {
  add<N extends JobName<C>>(name: N, data: JobData<C, N>, options?: JobsOptions): Promise<Job>;
  readonly queue: Queue;
  close(): Promise<void>;
}

/**
 * Creates a producer.
 * @throws ZodError from `add` if the data does not match the catalog's schema
 */
export function createProducer<C extends QueueCatalog>(catalog: C, options: ProducerOptions): Producer<C> {
  const queue = new Queue(catalog.name, {
    connection: options.connection,
    prefix: options.prefix,
    ...queueTracing(),
    ...(options.defaults && { defaultJobOptions: options.defaults }),
  });
  queue.on('error', (error) =>
    options.logger.warn({ err: error, queue: catalog.name }, 'failed to reach queue'),
  );
  return {
    queue,
    add: (name, data, jobOptions) => {
      const adding = queue.add(name, jobSchema(catalog, name)?.parse(data), jobOptions);
      return failsFast(options.connection) ? within(adding, addTimeoutMs, noAnswer) : adding;
    },
    // Disconnect if the connection is not open, because closing the queue would wait for Redis.
    close: async () => {
      if (options.connection.status === 'ready') await queue.close();
    },
  };
}

const failsFast = (connection: Redis) => connection.options.enableOfflineQueue === false;
