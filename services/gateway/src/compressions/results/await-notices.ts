import type { Redis } from 'ioredis';
import { decodeFinalization, type Finalization, finalizationChannel, finalizedId } from './finalization.ts';

/** Notifies requests of finalized compressions, so that waiting requests can respond immediately. */
export interface Notices {
  /** Starts receiving notifications. Called once by each HTTP process; other processes do not wait for results. */
  subscribe(): void;
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
export function createNotices(subscriber: Redis, redisPrefix: string): Notices {
  const waiting = new Map<string, Set<(finalization: Finalization | undefined) => void>>();
  subscriber.on('message', (_channel, message: string) => {
    const listeners = waiting.get(finalizedId(message));
    if (!listeners) return;
    const finalization = decodeFinalization(message);
    for (const resolve of listeners) resolve(finalization);
  });
  return {
    subscribe: () => {
      // Do not await the subscription. ioredis subscribes as soon as Redis is reachable, and again after each
      // reconnect.
      void subscriber.subscribe(finalizationChannel(redisPrefix)).catch(() => undefined);
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
