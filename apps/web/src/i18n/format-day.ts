import { isolate, locale } from './format.ts';

// All dates below are UTC dates, like those of the server, in every local time zone.

/** Formats a date as "July 3, 2025". */
export function formatDate(date: Date): string {
  return inUtc(date, { dateStyle: 'long' });
}

/** Formats a day as "Nov 20, 2025". */
export function formatDay(day: string): string {
  return inUtc(day, { dateStyle: 'medium' });
}

/** Formats a day as "Nov 20". */
export function formatDayOfYear(day: string): string {
  return inUtc(day, { month: 'short', day: 'numeric' });
}

function inUtc(day: Date | string, style: Intl.DateTimeFormatOptions): string {
  return isolate(new Intl.DateTimeFormat(locale(), { ...style, timeZone: 'UTC' }).format(new Date(day)));
}
