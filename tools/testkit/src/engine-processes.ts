import { readFileSync } from 'node:fs';
import { childrenOf } from '@gossamer/dev/processes/children';

/** Returns the process ids of the running engine processes that a process has started. Linux only. */
export const engineProcessesOf = (parent: number | undefined): number[] =>
  childrenOf(parent).filter((pid) => commandOf(pid).includes('engine-child'));

/** Returns the command line of a process, or an empty string if it has exited. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
