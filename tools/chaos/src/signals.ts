import type { World } from './world.ts';

/** Sends a signal to a process. Does nothing if the process has exited. */
export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Sends SIGKILL to every running Gossamer process whose name starts with `name`. */
export function killAll(world: World, name: string): void {
  for (const { pid } of world.processes(name)) signal(pid, 'SIGKILL');
}
