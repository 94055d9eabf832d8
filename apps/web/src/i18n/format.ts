import { i18n } from './i18n.ts';

/**
 * Returns the locale for `Intl`. Arabic uses Latin digits, as on most Arabic websites, because the default differs
 * between browsers.
 */
export const locale = () => (i18n.language === 'ar' ? 'ar-u-nu-latn' : i18n.language);

const unitKeys = ['bytes', 'kilobytes', 'megabytes', 'gigabytes'] as const;

/** Formats a file size in base 1024, by default with two decimal places ("343.20 KB"), or in whole bytes below 1 KB. */
export function formatBytes(sizeBytes: number, decimals = 2): string {
  const power = sizeBytes < 1 ? 0 : Math.min(Math.floor(Math.log2(sizeBytes) / 10), unitKeys.length - 1);
  const digits = power === 0 ? 0 : decimals;
  const value = formatNumber(sizeBytes / 1024 ** power, digits);
  return isolate(i18n.t(`common:units.${unitKeys[power] ?? 'bytes'}`, { value }));
}

/** Formats a file size limit in units of 1,000 bytes, as forms state it ("50 KB"). */
export function formatKilobytes(sizeBytes: number): string {
  return isolate(i18n.t('common:units.kilobytes', { value: formatNumber(sizeBytes / 1_000, 0) }));
}

/** Formats a percentage from 0 to 100 in the style "64%". */
export function formatPercent(percent: number, digits = 0): string {
  return new Intl.NumberFormat(locale(), {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(percent / 100);
}

/**
 * Formats a saving in the style "87%", rounded to the nearest integer. If rounding would give 0% or 100% although only
 * part of the size was saved, shows one decimal place, from 0.1% to 99.9%. Pass the exact value from `savedPercent`,
 * because rounding twice can give a different number.
 */
export function formatSaved(percent: number): string {
  const needsDigit = percent > 0 && percent < 100 && (percent < 0.5 || percent >= 99.5);
  if (!needsDigit) return formatPercent(percent);
  return formatPercent(Math.max(0.1, Math.floor(percent * 10) / 10), 1);
}

/** Formats a saving in the style "-87%", rounded like `formatSaved`. */
export function formatReduction(percent: number): string {
  return isolate(`-${formatSaved(percent)}`);
}

/** Formats a number of hours in the style "24 hours". */
export function formatHours(hours: number): string {
  return formatDuration(hours, 'hour');
}

/** Formats a number of minutes in the style "10 minutes". */
export function formatMinutes(minutes: number): string {
  return formatDuration(minutes, 'minute');
}

/** Formats a number of seconds in the style "1.8 seconds". */
export function formatSeconds(seconds: number): string {
  return formatDuration(seconds, 'second');
}

/** Formats a duration in the style "24 hours". Unlike `Intl`, omits the space between number and unit in Japanese. */
export function formatDuration(value: number, unit: 'day' | 'hour' | 'minute' | 'second'): string {
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  const text = new Intl.NumberFormat(locale(), style).format(value);
  return isolate(i18n.language === 'ja' ? text.replace(' ', '') : text);
}

/** Formats a number with the locale's digit grouping: "2,000", "1.9". */
export function formatCount(value: number, maxDigits = 1): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: maxDigits }).format(value);
}

/** Formats an amount in US dollars in the style "$9". Cents are omitted if they are zero. */
export function formatUsd(amountUsd: number, digits = Number.isInteger(amountUsd) ? 0 : 2): string {
  const style = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  const isRtl = i18n.dir() === 'rtl';
  // In Arabic, write the amount as in English and isolate it, because `Intl` has no narrow dollar symbol for Arabic.
  const text = new Intl.NumberFormat(isRtl ? 'en' : locale(), {
    ...style,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountUsd);
  return isRtl ? `\u2066${text}\u2069` : text;
}

/** Formats an amount in US cents as dollars with two decimal places: "$20.25". */
export const formatCents = (cents: number) => formatUsd(cents / 100, 2);

/** Wraps text in bidi isolates in RTL languages, so that "12 KB" is not reordered within a sentence. */
export function isolate(text: string): string {
  return i18n.dir() === 'rtl' ? `\u2068${text}\u2069` : text;
}

export function formatNumber(value: number, digits: number): string {
  return new Intl.NumberFormat(locale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(value);
}
