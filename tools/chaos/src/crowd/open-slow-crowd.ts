import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { SlowLife, SlowOrder } from './slow-clients.ts';

/**
 * Starts a child process that opens slow connections. `close` closes the connections and returns the duration of each.
 */
export function openSlowCrowd(order: SlowOrder): { close(): Promise<SlowLife[]> } {
  const child = fork(new URL('./slow-clients.ts', import.meta.url), { execArgv: [] });
  child.send(order);
  return {
    close: async () => {
      child.send('close');
      const [lives] = (await once(child, 'message')) as [SlowLife[]];
      return lives;
    },
  };
}
