import { readFileSync } from 'node:fs';

const pageBytes = 4_096;

/** Returns the resident memory of a process in bytes, or 0 if the process has exited. Linux only: reads `/proc`. */
export function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes;
  } catch {
    return 0;
  }
}
