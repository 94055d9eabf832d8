import { locale } from './format.ts';
import { i18n } from './i18n.ts';

/** Abbreviates a large number: "10M". Hindi uses short words, because its abbreviations are not widely known. */
export function formatCompact(value: number): string {
  const compactDisplay = i18n.language === 'hi' ? 'long' : 'short';
  return new Intl.NumberFormat(locale(), { notation: 'compact', compactDisplay }).format(value);
}
