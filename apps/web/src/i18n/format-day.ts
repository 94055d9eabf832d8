import { isolate, locale } from './format.ts';

// Days of the server's calendar, which is UTC whatever the reader's time zone.

/** "July 3, 2025". */
export function formatDate(date: Date): string {
  return inUtc(date, { dateStyle: 'long' });
}

/** "Nov 20, 2025". */
export function formatDay(day: string): string {
  return inUtc(day, { dateStyle: 'medium' });
}

/** "Nov 20". */
export function formatDayOfYear(day: string): string {
  return inUtc(day, { month: 'short', day: 'numeric' });
}

function inUtc(day: Date | string, style: Intl.DateTimeFormatOptions): string {
  return isolate(new Intl.DateTimeFormat(locale(), { ...style, timeZone: 'UTC' }).format(new Date(day)));
}
