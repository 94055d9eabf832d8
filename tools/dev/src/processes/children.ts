import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the process ids of a process's running children, or an empty list if the process has exited. Linux only:
 * reads `/proc`.
 */
export function childrenOf(parent: number | undefined): number[] {
  if (parent === undefined) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Parse the fields after the program name, which may contain spaces and parentheses.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // The process exited during the scan.
    return undefined;
  }
}
