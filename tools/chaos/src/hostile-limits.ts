import { setTimeout as sleep } from 'node:timers/promises';

const jobTimeoutMs = 60_000;
const engineMegabytes = 2_000;

/** Environment with the production limits. They are set explicitly, so that they match `hostileLimits`. */
export const hostileEnv: NodeJS.ProcessEnv = {
  WORKER_JOB_TIMEOUT_MS: String(jobTimeoutMs),
  WORKER_MEMORY_LIMIT_MB: String(engineMegabytes),
};

/** Limits that tests with malicious files must not exceed. */
export const hostileLimits = {
  /**
   * Maximum CPU time, in milliseconds, that an engine process may use for one job, including a delay before it is
   * killed. CPU time is limited instead of wall-clock time, because jobs take longer on a busy machine.
   */
  processorTimeMs: jobTimeoutMs + 5_000,
  /** Maximum duration of a job with a small damaged file in milliseconds. */
  jobMs: jobTimeoutMs + 5_000,
  /**
   * Maximum time in milliseconds from an upload to the end of its job. It includes the time for other jobs that run
   * first, each up to the job timeout.
   */
  settleMs: 240_000,
  engineBytes: engineMegabytes * 2 ** 20,
  /** Maximum time in milliseconds to reject a file because of its header. */
  floodMs: 1_500,
  floodBytes: 200 * 2 ** 20,
  /** Maximum mean pixel difference between an intact image and its result, on a scale of 0 to 255. */
  neighborDifference: 8,
} as const;

export const inMegabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

/** Calls `work` with each number from 0 to `count` − 1. At most `inFlight` calls run concurrently. */
export async function eachOf(count: number, inFlight: number, work: (nth: number) => Promise<void>) {
  let next = 0;
  const one = async () => {
    while (next < count) {
      next += 1;
      await work(next - 1);
      // Yield to other tasks in this process.
      await sleep(0);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, one));
}
