import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

/** Milliseconds per clock tick in /proc. Linux reports 100 ticks per second on all platforms (proc(5)). */
const tickMs = 10;
const shortestWaitMs = 100;
/** Maximum processor time that a process with several threads can use per elapsed time. */
const maxProcessors = availableParallelism();

/** Maximum ratio of elapsed time to processor time. Exceeds 1, because other programs can use the processor, too. */
const maxElapsedFactor = 4;

/** Calls `onExceeded` after the given time. Returns a function that cancels the limit. */
export function limitTime(limitMs: number, onExceeded: () => void): () => void {
  const timer = setTimeout(onExceeded, limitMs);
  return () => clearTimeout(timer);
}

/**
 * Calls `onExceeded` once a process has used the given processor time, or at the latest once four times as much time
 * has elapsed. A job can thus do as much work on a busy machine as on an idle one. On systems other than Linux, calls
 * `onExceeded` after the given elapsed time. Returns a function that cancels the limit.
 */
export function limitProcessorTime(pid: number, limitMs: number, onExceeded: () => void): () => void {
  const startedAt = performance.now();
  const before = processorTimeMs(pid);
  let isCanceled = false;
  const check = async () => {
    const [from, to] = await Promise.all([before, processorTimeMs(pid)]);
    if (isCanceled) return;
    const elapsedMs = performance.now() - startedAt;
    const usedMs = from === undefined || to === undefined ? elapsedMs : to - from;
    const leftMs = Math.min(maxElapsedFactor * limitMs - elapsedMs, limitMs - usedMs);
    if (leftMs <= 0) onExceeded();
    else timer = setTimeout(check, Math.max(shortestWaitMs, leftMs / maxProcessors));
  };
  let timer = setTimeout(check, limitMs / maxProcessors);
  return () => {
    isCanceled = true;
    clearTimeout(timer);
  };
}

/** Returns the processor time of a process in ms, or undefined if it has exited or the system is not Linux. */
async function processorTimeMs(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // Field 2, the process name, can contain spaces. Fields 14 and 15 are the times in user and kernel mode.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
