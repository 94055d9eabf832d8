import { type LocaleCode, languageCookie, locales } from '@gossamer/contracts/locales';
import { stored, writePreferenceCookie } from '../lib/stored.ts';

const storageKey = 'gossamer.language';

/** The code that was chosen in this browser, as it was written. */
export function readStoredLanguage(): string | undefined {
  try {
    const choice: unknown = JSON.parse(stored.read(storageKey) ?? '');
    return typeof choice === 'object' && choice !== null && 'code' in choice
      ? String(choice.code)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the choice (code and name), and tells the server by a cookie for the next page. */
export function storeLanguage(code: LocaleCode): void {
  const name = locales.find((locale) => locale.code === code)?.name ?? code;
  stored.write(storageKey, JSON.stringify({ code, name }));
  writePreferenceCookie(languageCookie, code);
}
