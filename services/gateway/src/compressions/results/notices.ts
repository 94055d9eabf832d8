import { type CompressOutcome, compressOutcome } from '@gossamer/contracts/jobs';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** The outcome of a compression and the time at which it was finalized. */
export interface Finalization {
  outcome: CompressOutcome;
  finalizedAt: Date;
}

/** Notifies HTTP processes of finalized compressions, so that waiting requests can respond immediately. */
export interface Notices {
  /**
   * Publishes a notification that a compression was finalized. While Redis is unreachable, the notification is lost,
   * and requests that wait for it continue after their timeout.
   */
  announce(finalization: Finalization): Promise<void>;
  /**
   * Subscribes to the finalization of one compression. Must be called before the job is enqueued, so that no
   * notification is missed.
   */
  expect(id: string): Expectation;
}

export interface Expectation {
  /** Resolves with the outcome and its time, or with undefined after the timeout. */
  within(timeoutMs: number): Promise<Finalization | undefined>;
  /** Unsubscribes from notifications about the compression. */
  unsubscribe(): void;
}

/**
 * Creates notifications over one Redis channel. Each HTTP process receives all notifications, reads the id at the start
 * of each, and parses only the notifications that a request is waiting for.
 */
export async function createNotices(options: {
  publisher: Redis;
  subscriber: Redis;
  prefix: string;
}): Promise<Notices> {
  const channel = `${options.prefix}:finalized`;
  const waiting = new Map<string, Set<(finalization: Finalization | undefined) => void>>();
  options.subscriber.on('message', (_channel, message: string) => {
    const end = message.indexOf(' ');
    const listeners = waiting.get(message.slice(0, end));
    if (!listeners) return;
    const finalization = read(message.slice(end + 1));
    for (const resolve of listeners) resolve(finalization);
  });
  // Do not await the subscription. ioredis subscribes as soon as Redis is reachable, and again after each reconnect.
  void options.subscriber.subscribe(channel).catch(() => undefined);
  return {
    announce: async (finalization) => {
      const message = `${finalization.outcome.compressionId} ${JSON.stringify(finalization)}`;
      await options.publisher.publish(channel, message);
    },
    expect: (id) => {
      const { promise, resolve } = Promise.withResolvers<Finalization | undefined>();
      const listeners = waiting.get(id) ?? new Set();
      waiting.set(id, listeners.add(resolve));
      const unsubscribe = () => {
        listeners.delete(resolve);
        if (listeners.size === 0 && waiting.get(id) === listeners) waiting.delete(id);
      };
      return {
        unsubscribe,
        within: async (timeoutMs) => {
          const timer = setTimeout(() => resolve(undefined), timeoutMs);
          const finalization = await promise;
          clearTimeout(timer);
          unsubscribe();
          return finalization;
        },
      };
    },
  };
}

/**
 * Parses a notification. Returns undefined if its format is that of another gateway version; the waiting request then
 * reads the row again.
 */
function read(text: string): Finalization | undefined {
  const parsed = finalizationText.safeParse(parseJson(text));
  return parsed.success ? parsed.data : undefined;
}

const finalizationText = z.object({ outcome: compressOutcome, finalizedAt: z.coerce.date() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
