import { type LocaleCode, locales } from './locales.ts';

/** Returns the canonical URL of a page in a language. English has no `lang` parameter. */
export function canonicalUrl(origin: string, path: string, language: LocaleCode): string {
  return `${origin}${path}${language === 'en' ? '' : `?lang=${language}`}`;
}

/** Returns the alternate links for search engines: the page in every language, and the default for other languages. */
export function alternateLinks(origin: string, path: string): { hreflang: string; href: string }[] {
  const own = locales.map(({ code }) => ({ hreflang: code, href: canonicalUrl(origin, path, code) }));
  return [...own, { hreflang: 'x-default', href: `${origin}${path}` }];
}
