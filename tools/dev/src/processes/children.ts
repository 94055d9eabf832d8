import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the running child processes of a process, or none if it has ended. Works only on Linux, because it reads
 * `/proc`.
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
    // Parse only the fields after the second one, the program's name, which can contain spaces and parentheses.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // The process ended during the scan.
    return undefined;
  }
}
