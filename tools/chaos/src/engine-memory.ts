import { childrenOf } from '@gossamer/dev/processes/children';
import { residentBytes } from '@gossamer/dev/processes/resident-bytes';
import type { World } from './world.ts';

const sampleMs = 50;

/** Resident memory of the engine processes since the previous call to `take`. */
export interface EngineMemory {
  /**
   * Returns the largest resident memory of any engine process, and the largest growth of any process since its first
   * sample. Resets both values.
   */
  take(): { peakBytes: number; grownBytes: number };
  stop(): void;
}

/** Samples the resident memory of all engine processes every 50 ms. */
export function watchEngines(world: World): EngineMemory {
  const firstBytes = new Map<number, number>();
  let peakBytes = 0;
  let grownBytes = 0;
  const sample = () => {
    for (const pid of world.processes('worker').flatMap(({ pid }) => childrenOf(pid))) {
      const bytes = residentBytes(pid);
      const first = firstBytes.get(pid) ?? bytes;
      firstBytes.set(pid, first);
      peakBytes = Math.max(peakBytes, bytes);
      grownBytes = Math.max(grownBytes, bytes - first);
    }
  };
  const timer = setInterval(sample, sampleMs);
  return {
    take: () => {
      sample();
      const seen = { peakBytes, grownBytes };
      firstBytes.clear();
      peakBytes = 0;
      grownBytes = 0;
      sample();
      return seen;
    },
    stop: () => clearInterval(timer),
  };
}
