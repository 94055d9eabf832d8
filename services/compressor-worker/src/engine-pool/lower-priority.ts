import { existsSync, readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

const threadsPath = '/proc/self/task';

/**
 * Lowers the CPU priority of the current process, so that HTTP processes on the same machine run before encoders. Linux
 * stores a priority for each thread, which new threads inherit, so the priority of all existing threads is changed.
 * `niceness` ranges from 0 (no change) to 19.
 */
export function lowerPriority(niceness: number): void {
  const threads = existsSync(threadsPath) ? readdirSync(threadsPath).map(Number) : [process.pid];
  for (const thread of threads) {
    try {
      setPriority(thread, niceness);
    } catch {
      // The thread exited after the list of threads was read.
    }
  }
}
