import type { AttemptResult } from './attempt.ts';

const longestRetryAfterMs = 24 * 3_600_000;

/** When a message that was not taken is sent again; undefined when it is given up. */
export function retryAt(
  result: Pick<AttemptResult, 'status' | 'retryAfter'>,
  tries: number,
  { now, retrySeconds }: { now: Date; retrySeconds: readonly number[] },
): Date | undefined {
  const seconds = retrySeconds[tries - 1];
  if (seconds === undefined) return undefined;
  // Up to a fifth more or less, so that what failed together does not come back together.
  const waitMs = seconds * 1_000 * (0.8 + 0.4 * Math.random());
  return new Date(now.getTime() + Math.max(waitMs, askedMs(result, now)));
}

/** For how long an answer asks to be left alone, in seconds or by the date of its end (RFC 9110). */
function askedMs({ status, retryAfter }: Pick<AttemptResult, 'status' | 'retryAfter'>, now: Date): number {
  if (retryAfter === null || (status !== 429 && status !== 503)) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(ms, longestRetryAfterMs);
}
