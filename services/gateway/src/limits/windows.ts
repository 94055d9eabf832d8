const dayMs = 24 * 3_600_000;

/** The window of fixed length that a moment lies in, counted from 1970 in UTC: a day's begins at midnight. */
export function windowStart(now: Date, lengthMs: number = dayMs): Date {
  return new Date(now.getTime() - (now.getTime() % lengthMs));
}

/** When the window after it begins. */
export function windowEnd(windowStartsAt: Date, lengthMs: number = dayMs): Date {
  return new Date(windowStartsAt.getTime() + lengthMs);
}

/** Whole seconds until then, at least one. */
export function secondsUntil(then: Date, now: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1_000));
}

/** The calendar month in UTC that a moment lies in. */
export function monthOf(now: Date): { startsAt: Date; endsAt: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { startsAt: new Date(Date.UTC(year, month)), endsAt: new Date(Date.UTC(year, month + 1)) };
}
