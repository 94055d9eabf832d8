import { childrenOf } from '@gossamer/dev/processes/children';
import { readStat } from '@gossamer/dev/processes/read-stat';
import { residentBytes } from '@gossamer/dev/processes/resident-bytes';
import type { World } from './world.ts';

const sampleMs = 50;

/**
 * Memory and processor time of the engine processes since the previous call to `take`. Each value is the largest of all
 * processes.
 */
export interface EngineUse {
  peakBytes: number;
  /** Growth of the resident memory since the first sample. */
  grownBytes: number;
  processorTimeMs: number;
}

const noUse: EngineUse = { peakBytes: 0, grownBytes: 0, processorTimeMs: 0 };

type Sample = { residentBytes: number; processorTimeMs: number };

/** Samples the memory and the processor time of all engine processes every 50 ms. `take` resets the values. */
export function watchEngines(world: World): { take(): EngineUse; stop(): void } {
  const firsts = new Map<number, Sample>();
  let use: EngineUse = noUse;
  const sample = () => {
    for (const pid of world.processes('worker').flatMap(({ pid }) => childrenOf(pid))) {
      const now = { residentBytes: residentBytes(pid), processorTimeMs: readStat(pid)?.processorTimeMs ?? 0 };
      const first = firsts.get(pid) ?? now;
      firsts.set(pid, first);
      use = {
        peakBytes: Math.max(use.peakBytes, now.residentBytes),
        grownBytes: Math.max(use.grownBytes, now.residentBytes - first.residentBytes),
        processorTimeMs: Math.max(use.processorTimeMs, now.processorTimeMs - first.processorTimeMs),
      };
    }
  };
  const timer = setInterval(sample, sampleMs);
  return {
    take: () => {
      sample();
      const seen = use;
      firsts.clear();
      use = noUse;
      sample();
      return seen;
    },
    stop: () => clearInterval(timer),
  };
}
