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
