import type { LocaleCode } from '@gossamer/contracts/locales';
import type { RefundDetails } from '../db/schema.ts';

/** Arabic with Latin digits, as the web app writes it. */
const localeOf = (language: LocaleCode) => (language === 'ar' ? 'ar-u-nu-latn' : language);

/** "9.00 USD" in the reader's way: "9,00 $". Keeps together and to its own direction whatever stands around it. */
export function formatAmount(
  { amountCents, currency }: Pick<RefundDetails, 'amountCents' | 'currency'>,
  language: LocaleCode,
): string {
  const format = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency });
  return isolated(format.format(amountCents / 100), language);
}

/** Keeps what is written from left to right together where the text around it runs the other way. */
export function isolated(text: string, language: LocaleCode): string {
  return language === 'ar' ? `\u2068${text}\u2069` : text;
}

/** "July 3, 2025 at 2:05 PM UTC" in the reader's way. */
export function formatTime(iso: string, language: LocaleCode): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...{ timeZone: 'UTC', timeZoneName: 'short' },
  });
  return isolated(format.format(new Date(iso)), language);
}

/** "July 3, 2025", by the clock of UTC. */
export function formatDate(iso: string, language: LocaleCode): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(iso),
  );
}
