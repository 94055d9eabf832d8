import { locale } from './format.ts';

/** Formats a list in the style "JPG, PNG, HEIC", with a conjunction in languages that require it. */
export function formatList(items: string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction', style: 'narrow' }).format(items);
}
