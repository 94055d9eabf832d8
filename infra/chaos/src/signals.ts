import { readdirSync, readFileSync } from 'node:fs';
import type { World } from './world.ts';

/** Sends a signal; a process that has just ended by itself is as good as killed. */
export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Kills every running process whose name begins so. */
export function killAll(world: World, name: string): void {
  for (const { pid } of world.processes(name)) signal(pid, 'SIGKILL');
}

/** From `/proc`, so on Linux only. */
export function childrenOf(parent: number | undefined): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

export function isAlive(pid: number): boolean {
  return stateOf(String(pid)) !== undefined && stateOf(String(pid))?.[0] !== 'Z';
}

function parentOf(pid: string): number | undefined {
  return Number(stateOf(pid)?.[1] ?? Number.NaN);
}

/** The state's letter and the parent's number: the fields behind the name, which stands in brackets and may hold spaces. */
function stateOf(pid: string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(0, 2);
  } catch {
    return undefined;
  }
}
