import { every } from '@gossamer/service-kit/schedule';
import type { GatewayDeps } from '../deps.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';

/** Loop that sends due deliveries. */
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

/** What the loop does with one kind of delivery. */
export interface DeliverySteps<Row extends ClaimedDelivery> {
  /** Name of the kind in log lines, for example `webhook delivery`. */
  kind: string;
  /** Claims due deliveries, so that no other process sends them. */
  claim(inProgress: readonly Row[]): Promise<Row[]>;
  /**
   * Sends a delivery once and records the outcome. Rejects if the delivery could not be sent, the outcome could not be
   * recorded or the signal was aborted.
   */
  deliver(delivery: Row, signal: AbortSignal): Promise<void>;
  /** Releases a delivery whose attempt was aborted. */
  putBack(delivery: Row): Promise<void>;
  /** Schedules the next attempt after an internal error. */
  postpone(delivery: Row): Promise<void>;
}

/**
 * Starts the loop that sends due deliveries. A slow receiver can occupy only a few of the concurrent requests.
 * Several processes may run this loop concurrently. If a process is killed, the leases of its deliveries expire, and
 * another process sends them again.
 */
export function startDeliveryLoop<Row extends ClaimedDelivery>(
  { logger }: Pick<GatewayDeps, 'logger'>,
  { kind, claim, deliver, putBack, postpone }: DeliverySteps<Row>,
  { pauseMs = 1_000, closeMs = 4_000 }: DeliveriesOptions,
): Deliveries {
  const inProgress = new Map<Row, Promise<void>>();
  const stop = new AbortController();
  let isClosing = false;

  const send = async (delivery: Row) => {
    try {
      await deliver(delivery, stop.signal);
    } catch (error) {
      if (stop.signal.aborted) return await putBack(delivery);
      logger.warn({ err: error, deliveryId: delivery.id }, `failed to send ${kind}`);
      await postpone(delivery);
    }
  };
  const begin = (delivery: Row) => {
    const sent = send(delivery)
      .catch((error: unknown) =>
        logger.warn({ err: error, deliveryId: delivery.id }, `failed to requeue ${kind}`),
      )
      .finally(() => {
        inProgress.delete(delivery);
        void look().catch((error: unknown) => logger.warn({ err: error, kind }, 'failed to poll deliveries'));
      });
    inProgress.set(delivery, sent);
  };
  const look = oneAtATime(async () => {
    while (!isClosing) {
      const claimed = await claim([...inProgress.keys()]);
      for (const delivery of claimed) begin(delivery);
      if (claimed.length === 0) return;
    }
  });
  const task = every(pauseMs, kind, look, logger);
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
