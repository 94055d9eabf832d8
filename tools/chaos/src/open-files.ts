import { readdirSync } from 'node:fs';

/** The files and connections that a process has open; 0 for one that is gone. */
export function openFiles(pid: number | undefined): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
