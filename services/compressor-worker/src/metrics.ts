import type { FailureCode } from '@gossamer/contracts/errors';
import type { InputFormat } from '@gossamer/contracts/formats';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { WorkerConfig } from './config.ts';
import type { EnginePool } from './engine-pool/pool.ts';

/**
 * Outcome of one run of a job. Jobs with the outcome `retried` or `demoted` are back in the queue, `demoted` jobs as
 * long jobs.
 */
export type RunOutcome = 'completed' | 'retried' | 'demoted' | FailureCode;

export interface WorkerCounters {
  ended(outcome: RunOutcome, format: InputFormat): void;
}

/** Counts job runs of this worker by outcome and input format. */
export function createWorkerCounters(registry: Registry): WorkerCounters {
  const jobs = new Counter({
    name: 'jobs_total',
    help: 'Attempts to process a job, by outcome and input format',
    labelNames: ['outcome', 'format'] as const,
    registers: [registry],
  });
  return { ended: (outcome, format) => jobs.inc({ outcome, format }) };
}

/** Registers gauges for the worker's engine processes and memory. */
export function observeEngines(registry: Registry, enginePool: EnginePool, config: WorkerConfig): void {
  const gauges: Record<string, [help: string, read: () => number]> = {
    worker_engine_processes: ['Main engine processes', () => config.engineProcesses],
    worker_engine_processes_busy: [
      'Engine processes (main and express) with a job, even if it waits for memory',
      () => enginePool.usage().busyProcesses,
    ],
    engine_memory_limit_bytes: [
      'Memory that all jobs together may reserve, in bytes',
      () => config.limits.sharedMegabytes * 1_048_576,
    ],
    engine_memory_admitted_bytes: [
      'Estimated memory that running jobs have reserved, in bytes',
      () => enginePool.usage().heldMegabytes * 1_048_576,
    ],
  };
  for (const [name, [help, read]] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }
}
