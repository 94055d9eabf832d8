import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';

/** Tells the HTTP processes that a row was settled, so that a waiting request is woken at once. */
export interface Notices {
  /** Says that a row is settled; lost when Redis is away, for which nobody waits longer than its time. */
  announce(id: string): Promise<void>;
  /** Begins to listen for one row. Call before enqueueing, so that no notice is missed. */
  expect(id: string): Expectation;
}

export interface Expectation {
  /** Resolves when the notice comes or the time is up. */
  within(timeoutMs: number): Promise<void>;
}

/** Notices over one Redis channel; each HTTP process hears all and wakes its own. */
export async function createNotices(options: {
  publisher: Redis;
  subscriber: Redis;
  prefix: string;
}): Promise<Notices> {
  const channel = `${options.prefix}:settled`;
  const waiting = new Map<string, () => void>();
  options.subscriber.on('message', (_channel, id) => waiting.get(id)?.());
  // Not awaited: ioredis subscribes as soon as Redis is there, and again after each reconnect.
  void options.subscriber.subscribe(channel).catch(() => undefined);
  return {
    announce: async (id) => void (await options.publisher.publish(channel, id)),
    expect: (id) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(id, resolve);
      return {
        within: async (timeoutMs) => {
          const stop = new AbortController();
          await Promise.race([
            promise,
            sleep(timeoutMs, undefined, { signal: stop.signal }).catch(() => undefined),
          ]);
          stop.abort();
          waiting.delete(id);
        },
      };
    },
  };
}
