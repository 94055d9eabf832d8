import { readdirSync } from 'node:fs';

/** Returns the number of open file descriptors of a process, including connections, or 0 if the process has exited. */
export function openFiles(pid: number | undefined): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
