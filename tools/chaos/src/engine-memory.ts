import { childrenOf } from '@gossamer/dev/processes/children';
import { residentBytes } from '@gossamer/dev/processes/resident-bytes';
import type { World } from './world.ts';

const sampleMs = 50;

/** Memory of the engine children since the last time somebody asked. */
export interface EngineMemory {
  /** Starts anew; returns what was the most, and how much a child grew at most over what it had at the start. */
  take(): { peakBytes: number; grownBytes: number };
  stop(): void;
}

/** Looks at the resident memory of every worker's children again and again. */
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
