import { type LocaleCode, locales } from './locales.ts';

/** Returns the canonical URL of a page in the given language. English URLs have no `lang` parameter. */
export function canonicalUrl(origin: string, path: string, language: LocaleCode): string {
  return `${origin}${path}${language === 'en' ? '' : `?lang=${language}`}`;
}

/** Returns a page's alternate links for search engines: one per supported language and a default for others. */
export function alternateLinks(origin: string, path: string): { hreflang: string; href: string }[] {
  const own = locales.map(({ code }) => ({ hreflang: code, href: canonicalUrl(origin, path, code) }));
  return [...own, { hreflang: 'x-default', href: `${origin}${path}` }];
}
