import { createAdmission } from '@gossamer/engine/admission';
import { createEngineProcess, type EngineProcess, type EngineProcessLimits } from './engine-process.ts';

/**
 * Type of an engine process. `express` processes are additional processes that run short jobs while long jobs occupy
 * all `main` processes.
 */
export type EngineProcessKind = 'main' | 'express';

export interface EnginePool {
  /** Runs `work` with an idle engine process of the given kind. */
  use<T>(kind: EngineProcessKind, work: (engineProcess: EngineProcess) => Promise<T>): Promise<T>;
  /** Starts all engine processes of the given kind in advance. Otherwise, each process starts with its first job. */
  warm(kind: EngineProcessKind): Promise<void>;
  close(): void;
  /** The main engine processes. */
  readonly engineProcesses: readonly EngineProcess[];
  /** Returns the number of busy engine processes and the memory reserved by their jobs. */
  usage(): { busyProcesses: number; heldMegabytes: number };
}

/** Limits of the engine pool. `sharedMegabytes` is the memory that all jobs together may reserve. */
export type PoolLimits = Omit<EngineProcessLimits, 'admission'> & { sharedMegabytes: number };

/**
 * Memory reserved for express processes, so that short jobs never wait for memory: a fixed size or a fraction of the
 * total, whichever is lower.
 */
const expressReserve = { megabytes: 400, share: 0.25 };

/** Nice value of express processes, whose priority is between that of main processes and that of HTTP processes. */
const expressNiceness = 4;

/** Creates the engine processes. For each kind, callers must not run more concurrent jobs than there are processes. */
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
      if (!engineProcess) throw new Error(`no ${kind} engine process is free`);
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
