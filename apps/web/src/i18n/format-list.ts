import { locale } from './format.ts';

/** Formats a list as "JPG, PNG, HEIC", with a conjunction if the language needs it. */
export function formatList(items: string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction', style: 'narrow' }).format(items);
}
