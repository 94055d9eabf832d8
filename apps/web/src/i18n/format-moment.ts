import { isolate, locale } from './format.ts';

/**
 * Formats a date and time in the style "Nov 21, 10:42:07 AM". The seconds let users compare the time with their logs.
 */
export function formatMoment(date: Date): string {
  const style = {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  } as const;
  return isolate(new Intl.DateTimeFormat(locale(), style).format(date));
}

/** Formats an elapsed time in the style "84 ms" or "12.4 sec". */
export function formatElapsed(elapsedMs: number): string {
  const [value, unit] =
    elapsedMs < 1_000 ? [elapsedMs, 'millisecond' as const] : [elapsedMs / 1_000, 'second' as const];
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return isolate(new Intl.NumberFormat(locale(), style).format(value));
}
