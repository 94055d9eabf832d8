import { type Deadline, pause } from './deadline.ts';
import { CompressionFailedError, GossamerTimeoutError } from './errors.ts';
import type { CompletedCompression, Compression } from './types.ts';

/** Below the minute after which many proxies give a silent request up. */
const longestWaitSeconds = 30;
/** Between two questions, should the server not wait although it was asked to. */
const leastPauseMs = 1_000;

/** How long the server may be asked to wait. */
export function waitSeconds(deadline: Deadline): number {
  return Math.min(longestWaitSeconds, Math.floor(deadline.leftMs() / 1_000));
}

/** Asks on until a job is settled. @throws CompressionFailedError, GossamerTimeoutError with the job's id */
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
