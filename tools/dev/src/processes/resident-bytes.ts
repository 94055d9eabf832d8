import { readFileSync } from 'node:fs';

const pageBytes = 4_096;

/** The resident memory of a process in bytes; 0 for one that is gone. From `/proc`, so on Linux only. */
export function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes;
  } catch {
    return 0;
  }
}
