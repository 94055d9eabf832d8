import { facts } from '@gossamer/contracts/facts';
import { gatewayInbox } from '@gossamer/contracts/inboxes';
import { compressionQueue } from '@gossamer/contracts/jobs';
import { Queue } from 'bullmq';
import type { GatewayDeps } from '../../deps.ts';

const inboxes = new Set([
  gatewayInbox.name,
  ...Object.values(facts).flatMap(({ subscribers }) => subscribers.map((name) => `inbox-${name}` as const)),
]);

/** Names of all queues: the compression queue and each service's inbox. */
const queueNames: readonly string[] = [compressionQueue.name, ...inboxes];

/** Opens all queues for monitoring. They are closed together with the given Redis connection. */
export function openQueues({ config, logger }: GatewayDeps, connection: GatewayDeps['redis']): Queue[] {
  return queueNames.map((name) => {
    const queue = new Queue(name, { connection, prefix: config.redis.prefix });
    queue.on('error', (error) => logger.warn({ err: error, queue: name }, 'failed to reach queue'));
    return queue;
  });
}
