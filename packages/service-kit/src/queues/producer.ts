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
  /** For jobs that say nothing else. */
  defaults?: JobsOptions;
}

/** BullMQ waits for a first connection without end; who must answer a request cannot. */
const addTimeoutMs = 2_500;
const away = () => new Error('Connection is closed: redis did not answer in time');

/** The sending side of a queue: jobs are checked against the catalog before they leave. */
export interface Producer<C extends QueueCatalog> {
  add<N extends JobName<C>>(name: N, data: JobData<C, N>, options?: JobsOptions): Promise<Job>;
  readonly queue: Queue;
  close(): Promise<void>;
}

/** @throws ZodError from `add` when the data is not what the catalog says */
export function createProducer<C extends QueueCatalog>(catalog: C, options: ProducerOptions): Producer<C> {
  const queue = new Queue(catalog.name, {
    connection: options.connection,
    prefix: options.prefix,
    ...queueTracing(),
    ...(options.defaults && { defaultJobOptions: options.defaults }),
  });
  queue.on('error', (error) => options.logger.warn({ err: error, queue: catalog.name }, 'queue connection'));
  return {
    queue,
    add: (name, data, jobOptions) => {
      const adding = queue.add(name, jobSchema(catalog, name)?.parse(data), jobOptions);
      return failsFast(options.connection) ? within(adding, addTimeoutMs, away) : adding;
    },
    // A queue that never reached Redis would wait for it before it closes.
    close: async () => {
      if (options.connection.status === 'ready') await queue.close();
    },
  };
}

const failsFast = (connection: Redis) => connection.options.enableOfflineQueue === false;
