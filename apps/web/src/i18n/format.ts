import { i18n } from './i18n.ts';

/** Arabic with Latin digits, as most of its websites write sizes; browsers differ in what they take by themselves. */
export const locale = () => (i18n.language === 'ar' ? 'ar-u-nu-latn' : i18n.language);

const unitKeys = ['bytes', 'kilobytes', 'megabytes', 'gigabytes'] as const;

/** Base 1024, two decimals: "343.20 KB". Whole bytes below 1 KB. */
export function formatBytes(sizeBytes: number, decimals = 2): string {
  const power = sizeBytes < 1 ? 0 : Math.min(Math.floor(Math.log2(sizeBytes) / 10), unitKeys.length - 1);
  const digits = power === 0 ? 0 : decimals;
  const value = formatNumber(sizeBytes / 1024 ** power, digits);
  return isolate(i18n.t(`common:units.${unitKeys[power] ?? 'bytes'}`, { value }));
}

/** A percentage from 0 to 100: "64%". */
export function formatPercent(percent: number, digits = 0): string {
  return new Intl.NumberFormat(locale(), {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(percent / 100);
}

/**
 * The only way in which a saving is written: "87%", rounded once, to the nearest. One decimal, between 0.1 and 99.9,
 * where a whole number would claim that nothing or everything was saved. Takes the percentage as it was measured
 * (`savedPercent`): rounding a rounded one again gives another number.
 */
export function formatSaved(percent: number): string {
  const needsDigit = percent > 0 && percent < 100 && (percent < 0.5 || percent >= 99.5);
  if (!needsDigit) return formatPercent(percent);
  return formatPercent(Math.max(0.1, Math.floor(percent * 10) / 10), 1);
}

/** "-87%", as exact as `formatSaved`. */
export function formatReduction(percent: number): string {
  return isolate(`-${formatSaved(percent)}`);
}

/** "24 hours". */
export function formatHours(hours: number): string {
  return formatDuration(hours, 'hour');
}

/** "10 minutes". */
export function formatMinutes(minutes: number): string {
  return formatDuration(minutes, 'minute');
}

/** "1.8 seconds". */
export function formatSeconds(seconds: number): string {
  return formatDuration(seconds, 'second');
}

/** Japanese writes no space between number and unit, though Intl does. */
export function formatDuration(value: number, unit: 'day' | 'hour' | 'minute' | 'second'): string {
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  const text = new Intl.NumberFormat(locale(), style).format(value);
  return isolate(i18n.language === 'ja' ? text.replace(' ', '') : text);
}

/** Grouped as the language does: "2,000", "1.9". */
export function formatCount(value: number, maxDigits = 1): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: maxDigits }).format(value);
}

/** Large numbers in short: "10M". Hindi's abbreviations are hardly known, its words are short. */
export function formatCompact(value: number): string {
  const compactDisplay = i18n.language === 'hi' ? 'long' : 'short';
  return new Intl.NumberFormat(locale(), { notation: 'compact', compactDisplay }).format(value);
}

/** "$9". Cents only where there are some. */
export function formatUsd(amountUsd: number, digits = Number.isInteger(amountUsd) ? 0 : 2): string {
  const style = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  const text = new Intl.NumberFormat(locale(), {
    ...style,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountUsd);
  // Left to right within a sentence that is not: Intl's own mark would turn sign and amount around.
  return i18n.dir() === 'rtl' ? `\u2066${text.replaceAll('\u200f', '')}\u2069` : text;
}

/** Cents of a US dollar, always two decimals: "$20.25". */
export const formatCents = (cents: number) => formatUsd(cents / 100, 2);

/** Keeps "12 KB" in its order inside a sentence that runs from right to left. */
export function isolate(text: string): string {
  return i18n.dir() === 'rtl' ? `\u2068${text}\u2069` : text;
}

function formatNumber(value: number, digits: number): string {
  return new Intl.NumberFormat(locale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(value);
}
