import { createAdmission } from './admission.ts';
import { createEngineProcess, type EngineProcess, type EngineProcessLimits } from './engine-process.ts';

/**
 * Kind of an engine process. `express` processes are additional: they run short jobs while long ones occupy all `main`
 * processes.
 */
export type EngineProcessKind = 'main' | 'express';

export interface EnginePool {
  /** Runs `work` with an idle engine process. */
  use<T>(kind: EngineProcessKind, work: (engineProcess: EngineProcess) => Promise<T>): Promise<T>;
  /** Starts all engine processes of one kind in advance. Otherwise, each process starts with its first job. */
  warm(kind: EngineProcessKind): Promise<void>;
  close(): void;
  /** The main engine processes. */
  readonly engineProcesses: readonly EngineProcess[];
  /** Returns the number of engine processes that have a job, and the memory that these jobs have reserved. */
  usage(): { busyProcesses: number; heldMegabytes: number };
}

/** `sharedMegabytes` is the memory that all jobs may reserve together. */
export type PoolLimits = Omit<EngineProcessLimits, 'admission'> & { sharedMegabytes: number };

/**
 * Memory reserved for express processes, so that short jobs never wait for memory. The lower of both values applies.
 */
const expressReserve = { megabytes: 400, share: 0.25 };

/** Nice value of express processes, between those of the main processes and of HTTP processes. */
const expressNiceness = 4;

/**
 * Creates the engine processes. Callers must not run more concurrent jobs of a kind than there are processes of that
 * kind.
 */
export function createEnginePool(counts: Record<EngineProcessKind, number>, limits: PoolLimits): EnginePool {
  const { sharedMegabytes } = limits;
  const reserved = Math.min(expressReserve.megabytes, sharedMegabytes * expressReserve.share);
  const main = createEngineProcesses(counts.main, limits, sharedMegabytes - reserved);
  const express = createEngineProcesses(counts.express, { ...limits, niceness: expressNiceness }, reserved);
  const groups = { main, express };
  const all = Object.values(groups);
  return {
    engineProcesses: main.engineProcesses,
    usage: () => ({
      busyProcesses: all.reduce(
        (sum, { engineProcesses, free }) => sum + engineProcesses.length - free.length,
        0,
      ),
      heldMegabytes: all.reduce((sum, { admission }) => sum + admission.heldMegabytes, 0),
    }),
    use: async (kind, work) => {
      const { free } = groups[kind];
      const engineProcess = free.pop();
      if (!engineProcess) throw new Error(`more jobs than ${kind} engine processes`);
      try {
        return await work(engineProcess);
      } finally {
        free.push(engineProcess);
      }
    },
    warm: async (kind) => void (await Promise.all(groups[kind].engineProcesses.map((one) => one.warm()))),
    close: () => {
      for (const { engineProcesses } of all) for (const one of engineProcesses) one.close();
    },
  };
}

function createEngineProcesses(count: number, limits: PoolLimits, megabytes: number) {
  const admission = createAdmission(megabytes);
  const engineProcesses = Array.from({ length: count }, () => createEngineProcess({ ...limits, admission }));
  return { admission, engineProcesses, free: [...engineProcesses] };
}
