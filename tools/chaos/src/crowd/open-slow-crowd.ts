import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { SlowLife, SlowOrder } from './slow-clients.ts';

/** Opens slow connections in a process. `close` closes them and returns how long each connection lasted. */
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
