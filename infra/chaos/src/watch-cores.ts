import { readFileSync } from 'node:fs';

/**
 * Begins to count. The function that it gives says what share of the time that programs wanted the cores they had
 * them since: below 1 where a hypervisor gave them to others ("steal"), as shared machines do. What was made in a
 * second is divided by it, so that two measurements can be compared. From `/proc/stat`, so on Linux only.
 */
export function watchCores(): () => number {
  const before = readTicks();
  return () => {
    const now = readTicks();
    const worked = now.worked - before.worked;
    const stolen = now.stolen - before.stolen;
    return worked === 0 ? 1 : worked / (worked + stolen);
  };
}

/** Of all cores since the machine started; fields as in proc(5). */
function readTicks(): { worked: number; stolen: number } {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = (
    readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  )
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return { worked: user + nice + system + irq + softirq, stolen };
}
