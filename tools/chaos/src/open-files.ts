import { readdirSync } from 'node:fs';

/** Returns the number of open files and connections of a process, or 0 if it has ended. */
export function openFiles(pid: number | undefined): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
