import { webhookRetrySeconds } from '@gossamer/contracts/webhooks';
import { createOutcomeCounter } from '@gossamer/service-kit/outcome-counter';
import { every } from '@gossamer/service-kit/schedule';
import type { DeliveryRow } from '../db/api-tables.ts';
import type { GatewayDeps } from '../deps.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import { deliverOnce } from './deliver-once.ts';
import { postpone, putBack } from './put-back.ts';

/** The part of a process that sends what is due. */
export interface Deliveries {
  /** Stops claiming, waits a little for what is under way, breaks off the rest and leaves it to others. */
  close(): Promise<void>;
}

export interface DeliveriesOptions {
  /** From one look for what is due to the next; beside it each attempt that ends makes one look. */
  pauseMs?: number;
  retrySeconds?: readonly number[];
  /** How long what is under way may take while closing: less than its process has. */
  closeMs?: number;
}

/**
 * Sends deliveries as they become due, each at its own pace: a slow answer holds its own place and nobody else's.
 * Any number of processes may do so at once. Of what a killed one had under way the lease ends, and it is sent again.
 */
export function startDeliveries(deps: GatewayDeps, options: DeliveriesOptions = {}): Deliveries {
  const { pauseMs = 1_000, closeMs = 4_000, retrySeconds = webhookRetrySeconds } = options;
  const { logger } = deps;
  const note = createOutcomeCounter(deps.metrics, 'webhook_attempts', 'Attempts to send a webhook');
  const underWay = new Map<DeliveryRow, Promise<void>>();
  const stop = new AbortController();
  let isClosing = false;

  const send = async (delivery: DeliveryRow) => {
    try {
      note(await deliverOnce(deps, delivery, { retrySeconds, signal: stop.signal }));
    } catch (error) {
      if (stop.signal.aborted) return await putBack(deps.db, delivery, deps.clock());
      logger.warn({ err: error, deliveryId: delivery.id }, 'could not deliver');
      note('internal');
      await postpone(deps.db, delivery, { now: deps.clock(), retrySeconds });
    }
  };
  const begin = (delivery: DeliveryRow) => {
    const sent = send(delivery)
      .catch((error: unknown) => logger.warn({ err: error, deliveryId: delivery.id }, 'could not put back'))
      .finally(() => {
        underWay.delete(delivery);
        void look().catch((error: unknown) => logger.warn({ err: error }, 'no look for deliveries'));
      });
    underWay.set(delivery, sent);
  };
  const look = oneAtATime(async () => {
    while (!isClosing) {
      const claimed = await claimDeliveries(deps.db, deps.clock(), [...underWay.keys()]);
      for (const delivery of claimed) begin(delivery);
      if (claimed.length === 0) return;
    }
  });
  const task = every(pauseMs, 'deliveries', look, logger);
  return {
    close: async () => {
      isClosing = true;
      await task.close();
      // A claim may still be under way, and begin some more.
      await look().catch(() => undefined);
      const breakOff = setTimeout(() => stop.abort(), closeMs);
      await Promise.all(underWay.values());
      clearTimeout(breakOff);
    },
  };
}

/** Runs again once when it was asked for meanwhile, however often; all who asked wait for the same. */
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
