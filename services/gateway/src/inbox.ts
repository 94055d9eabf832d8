import { gatewayInbox } from '@gossamer/contracts/inboxes';
import { createConsumer } from '@gossamer/service-kit/queues/consumer';
import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { settle } from './compression/settle.ts';
import type { GatewayDeps } from './deps.ts';

/** What the gateway is told by others. */
export function startInbox(deps: GatewayDeps, connection: Redis): Worker {
  return createConsumer(
    gatewayInbox,
    {
      'image.compressed': (outcome) => settle(deps, { type: 'image.compressed', ...outcome }),
      'image.failed': (outcome) => settle(deps, { type: 'image.failed', ...outcome }),
    },
    { connection, prefix: deps.config.redis.prefix, logger: deps.logger, concurrency: 8 },
  );
}
