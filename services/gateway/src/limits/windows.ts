const dayMs = 24 * 3_600_000;

/**
 * Returns the start of the time window that contains `now`. Windows have the length `lengthMs` and are aligned to 1970
 * in UTC, so that a day starts at midnight.
 */
export function windowStart(now: Date, lengthMs: number = dayMs): Date {
  return new Date(now.getTime() - (now.getTime() % lengthMs));
}

/** Returns the end of a time window, which is the start of the next window. */
export function windowEnd(windowStartsAt: Date, lengthMs: number = dayMs): Date {
  return new Date(windowStartsAt.getTime() + lengthMs);
}

/** Returns the number of seconds until the given time, rounded up and at least 1. */
export function secondsUntil(then: Date, now: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1_000));
}

/** Returns the start and end of the UTC calendar month that contains `now`. */
export function monthOf(now: Date): { startsAt: Date; endsAt: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { startsAt: new Date(Date.UTC(year, month)), endsAt: new Date(Date.UTC(year, month + 1)) };
}
