import { facts } from '@gossamer/contracts/facts';
import { gatewayInbox } from '@gossamer/contracts/inboxes';
import { compressionQueue } from '@gossamer/contracts/jobs';
import { Queue } from 'bullmq';
import type { GatewayDeps } from '../../deps.ts';

const inboxes = new Set([
  gatewayInbox.name,
  ...Object.values(facts).flatMap(({ subscribers }) => subscribers.map((name) => `inbox-${name}` as const)),
]);

/** Every queue of the product, by name: images, and each service's inbox. */
const queueNames: readonly string[] = [compressionQueue.name, ...inboxes];

/** Opens every queue to look at it; closes with the connection that it is given. */
export function openQueues({ config, logger }: GatewayDeps, connection: GatewayDeps['redis']): Queue[] {
  return queueNames.map((name) => {
    const queue = new Queue(name, { connection, prefix: config.redis.prefix });
    queue.on('error', (error) => logger.warn({ err: error, queue: name }, 'queue connection'));
    return queue;
  });
}
