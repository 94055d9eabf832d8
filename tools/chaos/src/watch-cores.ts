import { readFileSync } from 'node:fs';

/** What a machine had of its cores where a hypervisor gives them to others too ("steal"); 1 on a machine of its own. */
export interface CoreShares {
  /** Of the time that programs wanted them: what was made in a second is divided by it, to compare two measurements. */
  ofWanted: number;
  /** Of all the time, also when there was little to do: limits of time are divided by it. */
  ofAll: number;
}

/** Begins to count; the function that it gives says what it was since. From `/proc/stat`, so on Linux only. */
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

/** Of all cores since the machine started; fields as in proc(5). */
function readTicks(): { worked: number; idle: number; stolen: number } {
  const [user = 0, nice = 0, system = 0, idle = 0, ioWait = 0, irq = 0, softirq = 0, stolen = 0] = (
    readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  )
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { worked: user + nice + system + irq + softirq, idle: idle + ioWait, stolen };
}
