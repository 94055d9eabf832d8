import type { AttemptResult } from './attempt.ts';

/** When a failed delivery is sent again. */
export interface RetrySchedule {
  now: Date;
  /** Seconds between attempts. */
  retrySeconds: readonly number[];
}

const longestRetryAfterMs = 24 * 3_600_000;

/** Returns the time of the next retry after a failed attempt, or undefined if no retries remain. */
export function retryAt(
  result: Pick<AttemptResult, 'status' | 'retryAfter'>,
  tries: number,
  { now, retrySeconds }: RetrySchedule,
): Date | undefined {
  const seconds = retrySeconds[tries - 1];
  if (seconds === undefined) return undefined;
  // Add up to 20% jitter, so that deliveries that failed together are not retried together.
  const waitMs = seconds * 1_000 * (0.8 + 0.4 * Math.random());
  return new Date(now.getTime() + Math.max(waitMs, askedMs(result, now)));
}

/** Returns the delay in milliseconds requested by a Retry-After header, which contains seconds or a date (RFC 9110). */
function askedMs({ status, retryAfter }: Pick<AttemptResult, 'status' | 'retryAfter'>, now: Date): number {
  if (retryAfter === null || (status !== 429 && status !== 503)) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(ms, longestRetryAfterMs);
}
