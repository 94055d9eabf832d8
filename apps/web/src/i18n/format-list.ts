import { locale } from './format.ts';

/** "JPG, PNG, HEIC", with a word before the last one where the language needs it. */
export function formatList(items: string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction', style: 'narrow' }).format(items);
}
