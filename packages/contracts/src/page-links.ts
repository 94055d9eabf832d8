import { type LocaleCode, locales } from './locales.ts';

/** The one address of a page in a language: English is the address without `lang`. */
export function canonicalUrl(origin: string, path: string, language: LocaleCode): string {
  return `${origin}${path}${language === 'en' ? '' : `?lang=${language}`}`;
}

/** For search engines: the page in every language, and where those go whose language is not among them. */
export function alternateLinks(origin: string, path: string): { hreflang: string; href: string }[] {
  const own = locales.map(({ code }) => ({ hreflang: code, href: canonicalUrl(origin, path, code) }));
  return [...own, { hreflang: 'x-default', href: `${origin}${path}` }];
}
