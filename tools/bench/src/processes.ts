import { readdirSync, readFileSync } from 'node:fs';
import { residentBytes } from '@gossamer/dev/processes/resident-bytes';

/**
 * Duration of a clock tick in milliseconds, the unit of CPU times in /proc. USER_HZ is 100 on every Linux system that
 * Node supports.
 */
const tickMs = 10;

interface ProcessStat {
  pid: number;
  parent: number;
  cpuMs: number;
  command: string;
}

function readStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name is in parentheses and may contain spaces, so skip to the fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return {
      pid,
      parent: Number(fields[1]),
      cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
      command,
    };
  } catch {
    // The process has exited in the meantime.
    return undefined;
  }
}

function allProcesses(): ProcessStat[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => readStat(Number(pid)) ?? []);
}

/**
 * Returns the CPU time in milliseconds of each service started by this process, and of this process itself as `load`.
 */
export function cpuTimes(): Map<string, number> {
  const all = allProcesses();
  const familyMs = (pid: number): number =>
    all
      .filter(({ parent }) => parent === pid)
      .reduce((sum, child) => sum + familyMs(child.pid), all.find((one) => one.pid === pid)?.cpuMs ?? 0);
  const times = new Map<string, number>();
  for (const { pid, command } of all.filter(({ parent }) => parent === process.pid)) {
    const name = partOf(command);
    times.set(name, (times.get(name) ?? 0) + familyMs(pid));
  }
  return times.set('load', all.find(({ pid }) => pid === process.pid)?.cpuMs ?? 0);
}

function partOf(command: string): string {
  const known = {
    postgres: /postgres/,
    redis: /redis|valkey/,
    background: /background\.ts/,
    gateway: /gateway/,
  };
  const found = Object.entries(known).find(([, pattern]) => pattern.test(command));
  if (found) return found[0];
  return /worker/.test(command) ? 'worker' : 'other';
}

/** Samples the total resident memory of the given processes. */
export function watchMemory(pids: () => number[]): { stop(): { peakBytes: number; lastBytes: number } } {
  let peakBytes = 0;
  let lastBytes = 0;
  const look = () => {
    lastBytes = pids().reduce((sum, pid) => sum + residentBytes(pid), 0);
    peakBytes = Math.max(peakBytes, lastBytes);
  };
  const timer = setInterval(look, 20);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return { peakBytes, lastBytes };
    },
  };
}
