import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './logger.ts';

export interface Schedule {
  close(): Promise<void>;
}

/** Runs a chore again and again, with a pause between the end of one run and the next; a fault is logged and forgotten. */
export function every(
  pauseMs: number,
  name: string,
  chore: () => Promise<unknown>,
  logger: Logger,
): Schedule {
  const stop = new AbortController();
  const running = (async () => {
    while (!stop.signal.aborted) {
      await chore().catch((error: unknown) => logger.warn({ err: error, chore: name }, 'chore failed'));
      await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return {
    close: async () => {
      stop.abort();
      await running;
    },
  };
}
