import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { childrenOf } from '@gossamer/dev/processes/children';
import { NotPossibleError } from './small-disk.ts';
import type { World } from './world.ts';

const lookMs = 100;

/**
 * Limits the address space of every engine process, including processes that start later, to the size of an idle
 * process plus `headroomBytes`. Larger allocations by codecs then fail.
 * @throws NotPossibleError if `prlimit` is not installed
 */
export function limitEngines(world: World, headroomBytes: number): { stop(): void } {
  if (spawnSync('prlimit', ['--version']).status !== 0)
    throw new NotPossibleError('not supported here: prlimit is not installed');
  const engines = () => world.processes('worker').flatMap(({ pid }) => childrenOf(pid));
  const limitBytes = Math.max(...engines().map(addressSpaceBytes)) + headroomBytes;
  const limited = new Set<number>();
  const limitNew = () => {
    for (const pid of engines().filter((one) => !limited.has(one))) {
      limited.add(pid);
      prlimit(pid, `${limitBytes}:unlimited`);
    }
  };
  limitNew();
  const timer = setInterval(limitNew, lookMs);
  return {
    stop: () => {
      clearInterval(timer);
      for (const pid of engines()) prlimit(pid, 'unlimited');
    },
  };
}

function prlimit(pid: number, value: string): void {
  try {
    execFileSync('prlimit', ['--pid', String(pid), `--as=${value}`], { stdio: 'ignore' });
  } catch {
    // Ignore a process that exited before the limit was set.
  }
}

function addressSpaceBytes(pid: number): number {
  const kilobytes = /^VmSize:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1_024;
}
