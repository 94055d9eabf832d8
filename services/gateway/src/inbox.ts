import { gatewayInbox } from '@gossamer/contracts/inboxes';
import type { CompressOutcome } from '@gossamer/contracts/jobs';
import { createConsumer } from '@gossamer/service-kit/queues/consumer';
import type { Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { settle } from './compression/settle.ts';
import type { GatewayDeps } from './deps.ts';

/** What the gateway is told by others. */
export function startInbox(deps: GatewayDeps, connection: Redis): Worker {
  const end = (outcome: CompressOutcome, job: Job) => {
    deps.stages.note('told', Date.now() - job.timestamp);
    return deps.stages.time('settle', () => settle(deps, outcome));
  };
  return createConsumer(
    gatewayInbox,
    {
      'image.compressed': (outcome, job) => end({ type: 'image.compressed', ...outcome }, job),
      'image.failed': (outcome, job) => end({ type: 'image.failed', ...outcome }, job),
    },
    { connection, prefix: deps.config.redis.prefix, logger: deps.logger, concurrency: 8 },
  );
}
