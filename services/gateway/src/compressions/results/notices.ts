import { type CompressOutcome, compressOutcome } from '@gossamer/contracts/jobs';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** How a row ended, and when. */
export interface Finalization {
  outcome: CompressOutcome;
  settledAt: Date;
}

/** Tells the HTTP processes that a row was finalized, so that a waiting request is woken at once. */
export interface Notices {
  /** Says how a row was finalized; lost when Redis is away, for which nobody waits longer than its time. */
  announce(finalization: Finalization): Promise<void>;
  /** Begins to listen for one row. Call before enqueueing, so that no notice is missed. */
  expect(id: string): Expectation;
}

export interface Expectation {
  /** Resolves with the notice, or with undefined when the time is up. */
  within(timeoutMs: number): Promise<Finalization | undefined>;
  /** Stops listening. */
  forget(): void;
}

/** Notices over one Redis channel; each HTTP process hears all, reads its own by the id in front, and wakes who waits. */
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
  // Not awaited: ioredis subscribes as soon as Redis is there, and again after each reconnect.
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
      const forget = () => {
        listeners.delete(resolve);
        if (listeners.size === 0 && waiting.get(id) === listeners) waiting.delete(id);
      };
      return {
        forget,
        within: async (timeoutMs) => {
          const timer = setTimeout(() => resolve(undefined), timeoutMs);
          const finalization = await promise;
          clearTimeout(timer);
          forget();
          return finalization;
        },
      };
    },
  };
}

/** Undefined for what a gateway of another version says in another way: the row tells then. */
function read(text: string): Finalization | undefined {
  const parsed = finalizationText.safeParse(parseJson(text));
  return parsed.success ? parsed.data : undefined;
}

const finalizationText = z.object({ outcome: compressOutcome, settledAt: z.coerce.date() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
