import type { LocaleCode } from '@gossamer/contracts/locales';
import type { RefundDetails } from '../db/schema.ts';

/** Returns the locale for formatting in a language. Arabic uses Latin digits, as in the web app. */
const localeOf = (language: LocaleCode) => (language === 'ar' ? 'ar-u-nu-latn' : language);

/**
 * Formats an amount of money in the reader's locale, such as "9,00 $" for 9.00 USD. The text is isolated from the
 * direction of the surrounding text.
 */
export function formatAmount(
  { amountCents, currency }: Pick<RefundDetails, 'amountCents' | 'currency'>,
  language: LocaleCode,
): string {
  const format = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency });
  return isolated(format.format(amountCents / 100), language);
}

/** Isolates left-to-right text from surrounding right-to-left text. */
export function isolated(text: string, language: LocaleCode): string {
  return language === 'ar' ? `\u2068${text}\u2069` : text;
}

/** Formats a time in the reader's locale, such as "July 3, 2025 at 2:05 PM UTC". */
export function formatTime(iso: string, language: LocaleCode): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
  return isolated(format.format(new Date(iso)), language);
}

/** Formats a date in the reader's locale, such as "July 3, 2025", in UTC. */
export function formatDate(iso: string, language: LocaleCode): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(iso),
  );
}
