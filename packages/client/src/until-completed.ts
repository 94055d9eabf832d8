import { type Deadline, pause } from './deadline.ts';
import { CompressionFailedError, GossamerTimeoutError } from './errors.ts';
import type { CompletedCompression, Compression } from './types.ts';

/**
 * Maximum number of seconds that the server is asked to wait for a result. Many proxies close idle requests after 60
 * seconds.
 */
const longestWaitSeconds = 30;
/** Minimum polling interval in milliseconds, in case the server responds without waiting for the result. */
const leastPauseMs = 1_000;

/** Returns the number of seconds for which the server should wait for the result before it responds. */
export function waitSeconds(deadline: Deadline): number {
  return Math.min(longestWaitSeconds, Math.floor(deadline.leftMs() / 1_000));
}

/** Polls a job until it has ended. @throws CompressionFailedError, GossamerTimeoutError with the job's id */
export async function untilCompleted(
  job: Compression,
  deadline: Deadline,
  ask: (seconds: number) => Promise<Compression>,
): Promise<CompletedCompression> {
  const ended = await withJobId(job.id, deadline, async () => {
    let latest = job;
    while (latest.status === 'processing') {
      const askedAt = performance.now();
      latest = await ask(waitSeconds(deadline));
      const isEarly = performance.now() - askedAt < leastPauseMs;
      if (latest.status === 'processing' && isEarly) await pause(leastPauseMs, deadline.signal);
    }
    return latest;
  });
  if (isCompleted(ended)) return ended;
  throw new CompressionFailedError(ended);
}

/** Adds the id of a job to the timeout error of a call, so that the caller can continue to wait. */
export async function withJobId<T>(id: string, deadline: Deadline, wait: () => Promise<T>): Promise<T> {
  try {
    return await wait();
  } catch (error) {
    throw error instanceof GossamerTimeoutError ? new GossamerTimeoutError(deadline.timeoutMs, id) : error;
  }
}

const isCompleted = (job: Compression): job is CompletedCompression =>
  job.status === 'completed' && job.result !== null;
