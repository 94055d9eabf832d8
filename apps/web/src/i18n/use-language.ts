import { toLocale } from '@gossamer/contracts/choose-language';
import { type LocaleCode, locales } from '@gossamer/contracts/locales';
import { useTranslation } from 'react-i18next';
import { loadLanguage } from './i18n.ts';
import { storeLanguage } from './stored-language.ts';

/** Returns the current language and a function that changes it. */
export function useLanguage() {
  const { i18n } = useTranslation();
  const code = toLocale(i18n.language) ?? 'en';
  const locale = locales.find((each) => each.code === code) ?? locales[0];

  /** Changes the language. Resolves when the texts are loaded; until then, the page keeps the current language. */
  async function changeLanguage(next: LocaleCode): Promise<void> {
    await loadLanguage(next);
    await i18n.changeLanguage(next);
    storeLanguage(next);
    // Update the language in the URL, which would otherwise take precedence on the next page load.
    const url = new URL(window.location.href);
    if (!url.searchParams.has('lang')) return;
    url.searchParams.set('lang', next);
    window.history.replaceState(window.history.state, '', url);
  }

  return { code, locale, changeLanguage };
}
