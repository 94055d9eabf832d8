import { longFromMs } from '@gossamer/contracts/queue-priority';

/** A job running in a main engine process. */
export interface MainJob {
  /** Records the job's estimated engine time in milliseconds. */
  noteCost(costMs: number): void;
  end(): void;
}

/** Counts the jobs in the main engine processes, and the long jobs among them. */
export interface MainLoad {
  begin(): MainJob;
  jobs(): number;
  /** Returns the number of jobs that are estimated to be long or have already run for as long as a long job. */
  longJobs(): number;
}

/** Creates a counter of jobs in the main engine processes. `clock` returns the current time in milliseconds. */
export function createMainLoad(clock: () => number = () => performance.now()): MainLoad {
  const running = new Set<{ startedAt: number; costMs: number }>();
  const isLong = ({ startedAt, costMs }: { startedAt: number; costMs: number }) =>
    costMs >= longFromMs || clock() - startedAt >= longFromMs;
  return {
    begin: () => {
      const job = { startedAt: clock(), costMs: 0 };
      running.add(job);
      return {
        noteCost: (costMs) => {
          job.costMs = costMs;
        },
        end: () => void running.delete(job),
      };
    },
    jobs: () => running.size,
    longJobs: () => [...running].filter(isLong).length,
  };
}
