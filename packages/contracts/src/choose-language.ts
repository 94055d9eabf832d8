import { type LocaleCode, locales } from './locales.ts';

/**
 * Returns the supported locale for a language code, or undefined if there is none. Ignores everything after a hyphen
 * ("pt-BR" → "pt").
 */
export function toLocale(code: string | null | undefined): LocaleCode | undefined {
  const primary = code?.toLowerCase().split(/[-_]/)[0];
  return locales.find((locale) => locale.code === primary)?.code;
}

type Wishes = {
  /** Query string of the URL. */
  search: string;
  /** Language code in the member's saved settings. */
  preferred?: string | undefined;
  /** Language code of an earlier choice, stored in this browser. */
  stored?: string | null | undefined;
  /** The browser's languages, in order of preference. */
  browser: readonly string[];
};

/**
 * Returns the first supported language from these sources, in order: the URL, the member's setting, the stored choice,
 * the browser, English.
 */
export function chooseLanguage({ search, preferred, stored, browser }: Wishes): LocaleCode {
  return (
    toLocale(new URLSearchParams(search).get('lang')) ??
    toLocale(preferred) ??
    toLocale(stored) ??
    browser.map(toLocale).find((code) => code !== undefined) ??
    'en'
  );
}
