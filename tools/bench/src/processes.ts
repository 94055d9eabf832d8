import { readdirSync, readFileSync } from 'node:fs';
import { readStat } from '@gossamer/dev/processes/read-stat';
import { residentBytes } from '@gossamer/dev/processes/resident-bytes';

type BenchProcess = { pid: number; parentPid: number; processorTimeMs: number; command: string };

function readProcess(pid: number): BenchProcess | undefined {
  const stat = readStat(pid);
  if (stat === undefined) return undefined;
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid, ...stat, command };
  } catch {
    // The process has exited in the meantime.
    return undefined;
  }
}

function allProcesses(): BenchProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => readProcess(Number(pid)) ?? []);
}

/**
 * Returns the CPU time in milliseconds of each service started by this process, and of this process itself as `load`.
 */
export function cpuTimes(): Map<string, number> {
  const all = allProcesses();
  const familyMs = (pid: number): number =>
    all
      .filter(({ parentPid }) => parentPid === pid)
      .reduce(
        (sum, child) => sum + familyMs(child.pid),
        all.find((one) => one.pid === pid)?.processorTimeMs ?? 0,
      );
  const times = new Map<string, number>();
  for (const { pid, command } of all.filter(({ parentPid }) => parentPid === process.pid)) {
    const name = partOf(command);
    times.set(name, (times.get(name) ?? 0) + familyMs(pid));
  }
  return times.set('load', all.find(({ pid }) => pid === process.pid)?.processorTimeMs ?? 0);
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
