import { existsSync, readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

const threadsPath = '/proc/self/task';

/**
 * Images take every core there is; on a machine that they share, those who answer people come first. Linux keeps a
 * priority for each thread, and a new one has that of the thread which began it: all that there are must give way.
 * `niceness` is from 0, which changes nothing, to 19.
 */
export function lowerPriority(niceness: number): void {
  const threads = existsSync(threadsPath) ? readdirSync(threadsPath).map(Number) : [process.pid];
  for (const thread of threads) {
    try {
      setPriority(thread, niceness);
    } catch {
      // It has ended meanwhile.
    }
  }
}
