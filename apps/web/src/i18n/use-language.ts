import { toLocale } from '@gossamer/contracts/choose-language';
import { type LocaleCode, locales } from '@gossamer/contracts/locales';
import { useTranslation } from 'react-i18next';
import { loadLanguage } from './i18n.ts';
import { storeLanguage } from './stored-language.ts';

/** The language of the interface, and the way to change it. */
export function useLanguage() {
  const { i18n } = useTranslation();
  const code = toLocale(i18n.language) ?? 'en';
  const locale = locales.find((each) => each.code === code) ?? locales[0];

  /** Resolves when the texts are there; until then the page keeps its language. */
  async function changeLanguage(next: LocaleCode): Promise<void> {
    await loadLanguage(next);
    await i18n.changeLanguage(next);
    storeLanguage(next);
    // An address that names a language would bring it back with the next load.
    const url = new URL(window.location.href);
    if (!url.searchParams.has('lang')) return;
    url.searchParams.set('lang', next);
    window.history.replaceState(window.history.state, '', url);
  }

  return { code, locale, changeLanguage };
}
