import { GossamerError, GossamerNetworkError } from './errors.ts';

const firstPauseMs = 500;
const longestPauseMs = 8_000;
const passingStatuses: ReadonlySet<number | undefined> = new Set([429, 500, 502, 503, 504]);

/** The same request is still at work on the server: nothing has failed, so it is no retry and is not counted as one. */
export const isInFlight = (error: unknown): boolean =>
  error instanceof GossamerError && error.code === 'idempotency_key_in_flight';

/**
 * How long to wait before the next attempt; forever when another one is of no use. What the server says is the least;
 * else the pause doubles, half of it by chance, so that many clients do not come back at the same moment.
 * `retries` counts the one to come.
 */
export function pauseBeforeRetry(error: unknown, retries: number): number {
  if (!(error instanceof GossamerError)) return Number.POSITIVE_INFINITY;
  const isPassing = error instanceof GossamerNetworkError || passingStatuses.has(error.status);
  if (!isPassing && !isInFlight(error)) return Number.POSITIVE_INFINITY;
  const fullMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, retries - 1));
  const ownMs = fullMs * (0.5 + Math.random() / 2);
  const askedMs = (error.retryAfterSeconds ?? 0) * 1_000;
  return askedMs > 0 ? askedMs + ownMs / 10 : ownMs;
}
