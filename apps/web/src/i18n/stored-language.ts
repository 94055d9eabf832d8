import { type LocaleCode, languageCookie, locales } from '@gossamer/contracts/locales';
import { stored, writePreferenceCookie } from '../lib/stored.ts';

const storageKey = 'gossamer.language';

/** Returns the stored language code, which may be invalid. */
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

/** Stores the code and name of the language, and a cookie with the code that the server reads for the next page. */
export function storeLanguage(code: LocaleCode): void {
  const name = locales.find((locale) => locale.code === code)?.name ?? code;
  stored.write(storageKey, JSON.stringify({ code, name }));
  writePreferenceCookie(languageCookie, code);
}
