import { readdirSync } from 'node:fs';
import { readStat } from './read-stat.ts';

/**
 * Returns the process ids of a process's running children, or an empty list if the process has exited. Linux only:
 * reads `/proc`.
 */
export function childrenOf(parent: number | undefined): number[] {
  if (parent === undefined) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readStat(pid)?.parentPid === parent);
}
