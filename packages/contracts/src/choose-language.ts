import { type LocaleCode, locales } from './locales.ts';

/** A code that we have texts for; the part before a hyphen counts ("pt-BR" → "pt"). */
export function toLocale(code: string | null | undefined): LocaleCode | undefined {
  const primary = code?.toLowerCase().split(/[-_]/)[0];
  return locales.find((locale) => locale.code === primary)?.code;
}

type Wishes = {
  /** The address's query string. */
  search: string;
  /** The member's own setting. */
  preferred?: string | undefined;
  /** Chosen earlier in this browser. */
  stored?: string | null | undefined;
  /** The browser's languages, the dearest first. */
  browser: readonly string[];
};

/** The address before the member's setting before the stored choice before the browser before English. */
export function chooseLanguage({ search, preferred, stored, browser }: Wishes): LocaleCode {
  return (
    toLocale(new URLSearchParams(search).get('lang')) ??
    toLocale(preferred) ??
    toLocale(stored) ??
    browser.map(toLocale).find((code) => code !== undefined) ??
    'en'
  );
}
