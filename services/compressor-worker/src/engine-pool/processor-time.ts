import { readFile } from 'node:fs/promises';

/** Milliseconds per clock tick in /proc. Linux reports 100 ticks per second on all platforms (proc(5)). */
const tickMs = 10;
const shortestWaitMs = 100;

/** How many times as long as its processor time an engine may take, because other programs use the processor. */
export const maxWaitFactor = 4;

/** Returns the processor time of a process in ms, or undefined if it has exited or the system is not Linux. */
async function processorTimeMs(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The second field, the name, can contain spaces. The times in user and kernel mode are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/**
 * Calls `onExceeded` once the process has used more processor time than `limitMs` and at least as much time has
 * passed. On a busy machine, a job thus has the same amount of work as on an idle one. On systems other than Linux, only
 * the time that has passed counts.
 */
export function watchProcessorTime(
  pid: number,
  limitMs: number,
  onExceeded: () => void,
): { restart(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Increases with each start, so that readings of an earlier start are ignored. */
  let start = 0;
  const stop = () => {
    start += 1;
    clearTimeout(timer);
  };
  const restart = () => {
    stop();
    const current = start;
    const before = processorTimeMs(pid);
    const check = async () => {
      const [from, to] = await Promise.all([before, processorTimeMs(pid)]);
      if (start !== current) return;
      const leftMs = from === undefined || to === undefined ? 0 : limitMs - (to - from);
      if (leftMs <= 0) onExceeded();
      else timer = setTimeout(check, Math.max(shortestWaitMs, leftMs));
    };
    timer = setTimeout(check, limitMs);
  };
  restart();
  return { restart, stop };
}
