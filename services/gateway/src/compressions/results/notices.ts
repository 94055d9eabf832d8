import { type CompressOutcome, compressOutcome } from '@gossamer/contracts/jobs';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** The outcome of a compression and when it was finalized. */
export interface Finalization {
  outcome: CompressOutcome;
  finalizedAt: Date;
}

/** Notifies the HTTP processes that a row was finalized, so that a waiting request gets its response immediately. */
export interface Notices {
  /**
   * Publishes a finalization. The notice is lost while Redis is unreachable; waiting requests then end with their
   * timeout.
   */
  announce(finalization: Finalization): Promise<void>;
  /**
   * Subscribes to the finalization of one row. Must be called before the job is enqueued, so that no notice is missed.
   */
  expect(id: string): Expectation;
}

export interface Expectation {
  /** Resolves with the finalization, or with undefined on timeout. */
  within(timeoutMs: number): Promise<Finalization | undefined>;
  /** Unsubscribes from the finalization of the row. */
  unsubscribe(): void;
}

/**
 * Creates the notices over one Redis channel. Each HTTP process receives all notices, reads the ID at the start, and
 * parses only those for which a request is waiting.
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
  // Do not await the subscription: ioredis subscribes as soon as Redis is reachable, and again after each reconnect.
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

/** Parses a notice. Returns undefined if a gateway of another version sent it; the request then rereads the row. */
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
