import { GossamerError, GossamerNetworkError } from './errors.ts';

const firstPauseMs = 500;
const longestPauseMs = 8_000;
const passingStatuses: ReadonlySet<number | undefined> = new Set([429, 500, 502, 503, 504]);

/**
 * Returns whether an earlier request with the same idempotency key is still being processed. Waiting for that request
 * does not count as a retry.
 */
export const isInFlight = (error: unknown): boolean =>
  error instanceof GossamerError && error.code === 'idempotency_key_in_flight';

/**
 * Returns the delay in milliseconds before the next attempt, or Infinity if a retry cannot succeed. If the server sent
 * Retry-After, the delay is slightly longer than that. Otherwise, it doubles with each retry up to a maximum, with up
 * to 50 % jitter, so that clients do not retry simultaneously. `retries` includes the next retry.
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
