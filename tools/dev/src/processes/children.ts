import { readdirSync, readFileSync } from 'node:fs';

/** The processes that a process has started and that still run, none for one that is gone; from `/proc`, so on Linux only. */
export function childrenOf(parent: number | undefined): number[] {
  if (parent === undefined) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field, the program's name, may hold spaces and brackets: count from behind it.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // Ended in between.
    return undefined;
  }
}
