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

/** "in 5 hours". Never more than is left: 5 hours and 59 minutes are 5 hours. */
export function formatTimeLeft(leftMs: number): string {
  const [size, unit] = (
    [
      [dayMs, 'day'],
      [hourMs, 'hour'],
    ] as const
  ).find(([unitMs]) => leftMs >= 2 * unitMs) ?? [minuteMs, 'minute'];
  const value = Math.max(1, Math.floor(leftMs / size));
  return isolate(new Intl.RelativeTimeFormat(locale()).format(value, unit));
}

/** "24 hours", "30 days": the largest unit of which there are at least two. */
export function formatSpan(spanMs: number): string {
  const [size, unit] = spanMs >= 2 * dayMs ? ([dayMs, 'day'] as const) : ([hourMs, 'hour'] as const);
  return formatDuration(spanMs / size, unit);
}
