import { readFileSync } from 'node:fs';

/**
 * Share of CPU time (0 to 1) that this machine received. The hypervisor may have given the remainder to other machines
 * ("steal").
 */
export interface CoreShares {
  /**
   * Share of the requested CPU time that runnable processes received. Divide rates by this share to make them
   * comparable.
   */
  ofWanted: number;
  /**
   * Share of the total CPU time that the hypervisor did not give to other machines. Divide time limits by this share.
   */
  ofAll: number;
}

/**
 * Starts counting CPU time. Returns a function that returns the CPU time shares since the start. Linux only: reads
 * `/proc/stat`.
 */
export function watchCores(): () => CoreShares {
  const before = readTicks();
  return () => {
    const now = readTicks();
    const worked = now.worked - before.worked;
    const stolen = now.stolen - before.stolen;
    const wanted = worked + stolen;
    const all = wanted + now.idle - before.idle;
    return { ofWanted: wanted === 0 ? 1 : worked / wanted, ofAll: all === 0 ? 1 : 1 - stolen / all };
  };
}

/** Returns the CPU ticks of all cores since boot. The fields are documented in proc(5). */
function readTicks(): { worked: number; idle: number; stolen: number } {
  const [user = 0, nice = 0, system = 0, idle = 0, ioWait = 0, irq = 0, softirq = 0, stolen = 0] = (
    readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  )
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { worked: user + nice + system + irq + softirq, idle: idle + ioWait, stolen };
}
