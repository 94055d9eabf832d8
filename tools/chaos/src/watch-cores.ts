import { readFileSync } from 'node:fs';

/** The machine's shares of its cores, which a hypervisor may give to others ("steal"); 1 on a dedicated machine. */
export interface CoreShares {
  /** Share of the time in which programs wanted to run. Divide rates by it to compare them. */
  ofWanted: number;
  /** Share of the total time. Divide time limits by it. */
  ofAll: number;
}

/** Starts counting and returns a function that returns the shares since then. Reads `/proc/stat`, so Linux only. */
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

/** Returns the ticks of all cores since boot; fields as in proc(5). */
function readTicks(): { worked: number; idle: number; stolen: number } {
  const [user = 0, nice = 0, system = 0, idle = 0, ioWait = 0, irq = 0, softirq = 0, stolen = 0] = (
    readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  )
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { worked: user + nice + system + irq + softirq, idle: idle + ioWait, stolen };
}
