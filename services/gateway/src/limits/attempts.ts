import type { dailyFree } from '@gossamer/contracts/limits';
import { AppError } from '@gossamer/service-kit/errors';
import type { Kysely } from 'kysely';
import type { GatewayTables } from '../db/schema.ts';
import type { GatewayDeps } from '../deps.ts';
import { type Counter, count } from './counters.ts';
import { secondsUntil, windowEnd, windowStart } from './windows.ts';

export interface AttemptLimit {
  kind: Exclude<Counter['kind'], 'compressions' | 'apiMonth' | keyof typeof dailyFree>;
  subject: string;
  allowance: number;
  windowMs: number;
}

/** Counts one attempt. Returns false if the limit is reached. */
export async function tryAttempt(
  db: Kysely<GatewayTables>,
  { windowMs, ...limit }: AttemptLimit,
  now: Date,
): Promise<boolean> {
  const counted = await count(db, [{ ...limit, windowStartsAt: windowStart(now, windowMs) }]);
  return counted.length > 0;
}

/**
 * Counts one attempt against each limit.
 * @throws AppError `too_many_attempts` with Retry-After if a limit is reached
 */
export async function countAttempt(
  { db, clock }: Pick<GatewayDeps, 'db' | 'clock'>,
  limits: readonly AttemptLimit[],
): Promise<void> {
  for (const limit of limits) {
    const now = clock();
    if (await tryAttempt(db, limit, now)) continue;
    const retryAfterSeconds = secondsUntil(windowEnd(windowStart(now, limit.windowMs), limit.windowMs), now);
    throw new AppError('too_many_attempts', {
      retryAfterSeconds,
      details: { retryAfterMinutes: Math.ceil(retryAfterSeconds / 60) },
    });
  }
}
