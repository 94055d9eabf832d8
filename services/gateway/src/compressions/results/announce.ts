import type { GatewayDeps } from '../../deps.ts';
import { encodeFinalization, type Finalization, finalizationChannel } from './finalization.ts';

/**
 * Publishes a notification that a compression was finalized. While Redis is unreachable, the notification is lost, and
 * requests that wait for it continue after their timeout.
 */
export async function announce(
  { redis, config }: Pick<GatewayDeps, 'redis' | 'config'>,
  finalization: Finalization,
): Promise<void> {
  await redis.publish(finalizationChannel(config.redis.prefix), encodeFinalization(finalization));
}
