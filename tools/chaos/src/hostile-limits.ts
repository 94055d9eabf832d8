import { setTimeout as sleep } from 'node:timers/promises';

const jobTimeoutMs = 60_000;
const engineMegabytes = 2_000;

/** The production limits, set explicitly, so that settings and measurements agree. */
export const hostileEnv: NodeJS.ProcessEnv = {
  WORKER_JOB_TIMEOUT_MS: String(jobTimeoutMs),
  WORKER_MEMORY_LIMIT_MB: String(engineMegabytes),
};

/** Limits for rows that send hostile files. */
export const hostileLimits = {
  /** Includes the time to kill the engine and report the failure. */
  jobMs: jobTimeoutMs + 5_000,
  /** From the upload to its end. Other jobs may run first, each up to the job timeout. */
  settleMs: 240_000,
  engineBytes: engineMegabytes * 2 ** 20,
  /** For a file that is rejected because of its header. */
  floodMs: 1_500,
  floodBytes: 200 * 2 ** 20,
  /** Maximum mean difference between an intact image and its result, of 255. */
  neighbourDifference: 8,
} as const;

export const inMegabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

/** Runs `work` for each number below `count` with limited concurrency. */
export async function eachOf(count: number, inFlight: number, work: (nth: number) => Promise<void>) {
  let next = 0;
  const one = async () => {
    while (next < count) {
      next += 1;
      await work(next - 1);
      // Yields to other tasks of this process.
      await sleep(0);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, one));
}
