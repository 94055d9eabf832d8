import { factJobs } from '@gossamer/service-kit/events/inbox';
import { createConsumer } from '@gossamer/service-kit/queues/consumer';
import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { AffiliateTables } from './db/schema.ts';
import type { AffiliateDeps } from './deps.ts';
import { factHandlers } from './ledger/apply-facts.ts';

/** Starts the consumer of the facts (domain events) that the affiliate service subscribes to. */
export function startInbox(deps: AffiliateDeps, connection: Redis): Worker {
  const facts = factJobs<'affiliate', AffiliateTables>(deps.db, factHandlers(deps.clock));
  return createConsumer({ name: 'inbox-affiliate', jobs: facts.jobs }, facts.handlers, {
    connection,
    prefix: deps.config.redis.prefix,
    logger: deps.logger,
    concurrency: 4,
  });
}
