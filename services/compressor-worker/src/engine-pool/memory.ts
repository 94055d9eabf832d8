import { readFile } from 'node:fs/promises';

const pageBytes = 4_096;

/** A process's resident memory in bytes; 0 where the system does not say (other than Linux) or it is gone. */
export async function residentBytes(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * pageBytes;
}
