import { webhookRetrySeconds } from '@gossamer/contracts/webhooks';
import { createOutcomeCounter } from '@gossamer/service-kit/outcome-counter';
import { every } from '@gossamer/service-kit/schedule';
import type { DeliveryRow } from '../db/api-tables.ts';
import type { GatewayDeps } from '../deps.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import { deliverOnce } from './deliver-once.ts';
import { postpone, putBack } from './put-back.ts';

/** Loop that sends due webhook deliveries. */
export interface Deliveries {
  /**
   * Stops claiming deliveries and waits up to `closeMs` for attempts in flight. Then aborts the remaining attempts and
   * releases their deliveries to other processes.
   */
  close(): Promise<void>;
}

export interface DeliveriesOptions {
  /** Interval in milliseconds at which due deliveries are looked up. The end of each attempt also triggers a lookup. */
  pauseMs?: number;
  retrySeconds?: readonly number[];
  /**
   * Maximum time in milliseconds to wait for attempts in flight during shutdown. Must be less than the shutdown timeout
   * of the process.
   */
  closeMs?: number;
}

/**
 * Starts the loop that sends due deliveries. A slow receiver can occupy only a few of the concurrent requests.
 * Several processes may run this loop concurrently. If a process is killed, the leases of its deliveries expire, and
 * another process sends them again.
 */
export function startDeliveries(deps: GatewayDeps, options: DeliveriesOptions = {}): Deliveries {
  const { pauseMs = 1_000, closeMs = 4_000, retrySeconds = webhookRetrySeconds } = options;
  const { logger } = deps;
  const note = createOutcomeCounter(deps.metrics, 'webhook_attempts', 'Webhook delivery attempts');
  const inProgress = new Map<DeliveryRow, Promise<void>>();
  const stop = new AbortController();
  let isClosing = false;

  const send = async (delivery: DeliveryRow) => {
    try {
      note(await deliverOnce(deps, delivery, { retrySeconds, signal: stop.signal }));
    } catch (error) {
      if (stop.signal.aborted) return await putBack(deps.db, delivery, deps.clock());
      logger.warn({ err: error, deliveryId: delivery.id }, 'failed to send webhook delivery');
      note('internal');
      await postpone(deps.db, delivery, { now: deps.clock(), retrySeconds });
    }
  };
  const begin = (delivery: DeliveryRow) => {
    const sent = send(delivery)
      .catch((error: unknown) =>
        logger.warn({ err: error, deliveryId: delivery.id }, 'failed to requeue delivery'),
      )
      .finally(() => {
        inProgress.delete(delivery);
        void look().catch((error: unknown) => logger.warn({ err: error }, 'failed to poll deliveries'));
      });
    inProgress.set(delivery, sent);
  };
  const look = oneAtATime(async () => {
    while (!isClosing) {
      const claimed = await claimDeliveries(deps.db, deps.clock(), [...inProgress.keys()]);
      for (const delivery of claimed) begin(delivery);
      if (claimed.length === 0) return;
    }
  });
  const task = every(pauseMs, 'deliveries', look, logger);
  return {
    close: async () => {
      isClosing = true;
      await task.close();
      // Wait for a claim that is still in flight, because it can start further attempts.
      await look().catch(() => undefined);
      const breakOff = setTimeout(() => stop.abort(), closeMs);
      await Promise.all(inProgress.values());
      clearTimeout(breakOff);
    },
  };
}

/** Returns a function that coalesces concurrent calls: all calls during a run share one subsequent run. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = () => {
    running = run().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (!running) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}
