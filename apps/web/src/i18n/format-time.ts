import { formatDuration, isolate, locale } from './format.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Formats a date and time in the style "Nov 21, 10:42 AM", in the local time zone. Adds the year if it is not the
 * current year.
 */
export function formatDateTime(date: Date, now = new Date()): string {
  const style = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return isolate(new Intl.DateTimeFormat(locale(), { ...style, ...year }).format(date));
}

/** Formats a time in the style "10:42 AM", in the local time zone. */
export function formatTime(date: Date): string {
  return isolate(new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(date));
}

/**
 * Formats a remaining time in the style "in 5 hours". Uses the largest unit with a value of at least two, rounded to
 * the nearest integer, and shows at least one minute. Rounding down would show 30 days as "in 29 days" after one
 * second.
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

/** Formats a duration in the style "24 hours" or "30 days". Durations of two days or more are shown in days. */
export function formatSpan(spanMs: number): string {
  const [size, unit] = spanMs >= 2 * dayMs ? ([dayMs, 'day'] as const) : ([hourMs, 'hour'] as const);
  return formatDuration(spanMs / size, unit);
}

/** Formats an expected wait time: in minutes if it is two minutes or more, otherwise in seconds (at least 1). */
export function formatWait(seconds: number): string {
  if (seconds >= 120) return formatDuration(Math.round(seconds / 60), 'minute');
  return formatDuration(Math.max(1, Math.round(seconds)), 'second');
}
