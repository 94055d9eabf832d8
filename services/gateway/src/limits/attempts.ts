import { AppError } from '@gossamer/service-kit/errors';
import type { GatewayDeps } from '../deps.ts';
import { type Counter, count } from './counters.ts';
import { secondsUntil, windowEnd, windowStart } from './windows.ts';

export interface AttemptLimit {
  kind: Extract<
    Counter['kind'],
    'login' | 'signup' | 'mail' | 'promoCode' | 'subscription' | 'confirmation' | 'portal' | 'refundRequest'
  >;
  subject: string;
  allowance: number;
  windowMs: number;
}

/**
 * Counts one attempt against every limit. @throws AppError `too_many_attempts` with Retry-After when one has no room left
 */
export async function countAttempt(
  { db, clock }: Pick<GatewayDeps, 'db' | 'clock'>,
  limits: readonly AttemptLimit[],
): Promise<void> {
  for (const { windowMs, ...limit } of limits) {
    const now = clock();
    const windowStartsAt = windowStart(now, windowMs);
    const counted = await count(db, [{ ...limit, windowStartsAt }]);
    if (counted.length > 0) continue;
    const retryAfterSeconds = secondsUntil(windowEnd(windowStartsAt, windowMs), now);
    throw new AppError('too_many_attempts', {
      retryAfterSeconds,
      details: { retryAfterMinutes: Math.ceil(retryAfterSeconds / 60) },
    });
  }
}
