import { formatDuration, isolate, locale } from './format.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** "Nov 21, 10:42 AM", in the reader's time zone; with its year where that is another than now. */
export function formatDateTime(date: Date, now = new Date()): string {
  const style = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return isolate(new Intl.DateTimeFormat(locale(), { ...style, ...year }).format(date));
}

/** "10:42 AM", in the reader's time zone. */
export function formatTime(date: Date): string {
  return isolate(new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(date));
}

/**
 * Returns "in 5 hours": the time left, rounded to the nearest of the largest unit of which there are at least two. At least
 * one minute. Rounding down would say "in 29 days" of 30 days as soon as a second has passed.
 */
export function formatTimeLeft(leftMs: number): string {
  const count = (unitMs: number) => Math.round(leftMs / unitMs);
  const [value, unit] =
    count(hourMs) >= 48
      ? ([count(dayMs), 'day'] as const)
      : count(minuteMs) >= 120
        ? ([count(hourMs), 'hour'] as const)
        : ([Math.max(1, count(minuteMs)), 'minute'] as const);
  return isolate(new Intl.RelativeTimeFormat(locale()).format(value, unit));
}

/** "24 hours", "30 days": the largest unit of which there are at least two. */
export function formatSpan(spanMs: number): string {
  const [size, unit] = spanMs >= 2 * dayMs ? ([dayMs, 'day'] as const) : ([hourMs, 'hour'] as const);
  return formatDuration(spanMs / size, unit);
}
