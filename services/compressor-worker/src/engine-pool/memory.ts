import { readFile } from 'node:fs/promises';

const pageBytes = 4_096;

/** Returns a process's resident memory in bytes, or 0 if the process has exited or the system is not Linux. */
export async function residentBytes(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * pageBytes;
}
