import { setTimeout as sleep } from 'node:timers/promises';

const jobTimeoutMs = 60_000;
const engineMegabytes = 2_000;

/** The limits as in production, said aloud, so that what is measured and what is set cannot drift apart. */
export const hostileEnv: NodeJS.ProcessEnv = {
  WORKER_JOB_TIMEOUT_MS: String(jobTimeoutMs),
  WORKER_MEMORY_LIMIT_MB: String(engineMegabytes),
};

/** What the rows that send hostile files hold the product to. */
export const hostileLimits = {
  /** With what killing and telling take. */
  jobMs: jobTimeoutMs + 5_000,
  /** From the upload to its end: others may be in front, each for as long as a job may last. */
  settleMs: 240_000,
  engineBytes: engineMegabytes * 2 ** 20,
  /** A file whose header alone is reason to refuse it. */
  floodMs: 1_500,
  floodBytes: 200 * 2 ** 20,
  /** Mean of a channel's 255 steps by which a good image may differ from its result. */
  neighbourDifference: 8,
} as const;

export const inMegabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;

/** Does work for each number below `count`, so many at a time. */
export async function eachOf(count: number, inFlight: number, work: (nth: number) => Promise<void>) {
  let next = 0;
  const one = async () => {
    while (next < count) {
      next += 1;
      await work(next - 1);
      // Others of this process want their turn.
      await sleep(0);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, one));
}
