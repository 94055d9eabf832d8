import { readFileSync } from 'node:fs';

/**
 * Share of CPU time that the machine received (0 to 1). A hypervisor may give some CPU time to other machines
 * ("steal").
 */
export interface CoreShares {
  /** Received share of the CPU time that runnable processes requested. Divide rates by it to compare them. */
  ofWanted: number;
  /** Share of the total CPU time that was not stolen. Divide time limits by it. */
  ofAll: number;
}

/**
 * Starts to count CPU time and returns a function that returns the shares since then. Linux only: reads `/proc/stat`.
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
