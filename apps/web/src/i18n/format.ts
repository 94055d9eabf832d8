import { i18n } from './i18n.ts';

const unitKeys = ['bytes', 'kilobytes', 'megabytes', 'gigabytes'] as const;

/** Base 1024, two decimals: "343.20 KB". Whole bytes below 1 KB. */
export function formatBytes(sizeBytes: number): string {
  const power = sizeBytes < 1 ? 0 : Math.min(Math.floor(Math.log2(sizeBytes) / 10), unitKeys.length - 1);
  const digits = power === 0 ? 0 : 2;
  const value = formatNumber(sizeBytes / 1024 ** power, digits);
  return isolate(i18n.t(`common:units.${unitKeys[power] ?? 'bytes'}`, { value }));
}

/** A percentage from 0 to 100: "64%". */
export function formatPercent(percent: number, digits = 0): string {
  return new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(percent / 100);
}

/** "-87%". One decimal where a whole number would claim nothing or everything was saved. */
export function formatReduction(percent: number): string {
  const needsDigit = percent > 0 && percent < 100 && (percent < 0.5 || percent >= 99.5);
  return isolate(
    `-${formatPercent(needsDigit ? Math.floor(percent * 10) / 10 : percent, needsDigit ? 1 : 0)}`,
  );
}

/** Keeps "12 KB" in its order inside a sentence that runs from right to left. */
function isolate(text: string): string {
  return i18n.dir() === 'rtl' ? `\u2068${text}\u2069` : text;
}

function formatNumber(value: number, digits: number): string {
  return new Intl.NumberFormat(i18n.language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(value);
}
