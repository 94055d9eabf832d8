import { isolate, locale } from './format.ts';

// All dates in this module are UTC dates, as on the server, regardless of the local time zone.

/** Formats a date in the style "July 3, 2025". */
export function formatDate(date: Date): string {
  return inUtc(date, { dateStyle: 'long' });
}

/** Formats a day in the style "Nov 20, 2025". */
export function formatDay(day: string): string {
  return inUtc(day, { dateStyle: 'medium' });
}

/** Formats a day in the style "Nov 20". */
export function formatDayOfYear(day: string): string {
  return inUtc(day, { month: 'short', day: 'numeric' });
}

function inUtc(day: Date | string, style: Intl.DateTimeFormatOptions): string {
  return isolate(new Intl.DateTimeFormat(locale(), { ...style, timeZone: 'UTC' }).format(new Date(day)));
}
