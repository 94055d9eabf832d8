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
  let latest = job;
  try {
    while (latest.status === 'processing') {
      const askedAt = performance.now();
      latest = await ask(waitSeconds(deadline));
      const isEarly = performance.now() - askedAt < leastPauseMs;
      if (latest.status === 'processing' && isEarly) await pause(leastPauseMs, deadline.signal);
    }
  } catch (error) {
    throw error instanceof GossamerTimeoutError
      ? new GossamerTimeoutError(deadline.timeoutMs, job.id)
      : error;
  }
  if (isCompleted(latest)) return latest;
  throw new CompressionFailedError(latest);
}

const isCompleted = (job: Compression): job is CompletedCompression =>
  job.status === 'completed' && job.result !== null;
