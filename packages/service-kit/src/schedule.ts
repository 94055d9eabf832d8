import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './logger.ts';

export interface Schedule {
  close(): Promise<void>;
}

/** Runs a task repeatedly, with a pause between the end of a run and the start of the next run. Errors are logged. */
export function every(pauseMs: number, name: string, task: () => Promise<unknown>, logger: Logger): Schedule {
  const stop = new AbortController();
  const running = (async () => {
    while (!stop.signal.aborted) {
      await task().catch((error: unknown) => logger.warn({ err: error, task: name }, 'failed to run task'));
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
