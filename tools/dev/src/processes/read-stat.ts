import { readFileSync } from 'node:fs';

/**
 * Duration of a clock tick in milliseconds, the unit of processor times in /proc. USER_HZ is 100 on every Linux system
 * that Node supports.
 */
const tickMs = 10;

export interface ProcessStat {
  /** Name of the program, at most 15 characters. */
  name: string;
  /** State of the process as one letter. `Z` and `X` mean that it has exited. */
  state: string;
  parentPid: number;
  /** Processor time of all threads in milliseconds, in user mode and kernel mode. */
  processorTimeMs: number;
  /** Start time in clock ticks since the system was started. */
  startTicks: string;
}

/** Returns the state of a process, or undefined if it does not exist. Linux only: reads `/proc` (proc(5)). */
export function readStat(pid: number): ProcessStat | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // Parse the fields after the program name, which may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', parentPid] = fields;
  return {
    name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
    state,
    parentPid: Number(parentPid),
    processorTimeMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
    startTicks: fields[19] ?? '',
  };
}
