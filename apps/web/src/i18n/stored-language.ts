import { type LocaleCode, languageCookie, locales } from '@gossamer/contracts/locales';
import { stored, writePreferenceCookie } from '../lib/stored.ts';

const storageKey = 'gossamer.language';

/** Returns the stored language code, which may not be a valid code. */
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

/**
 * Stores the language's code and name, and sets a cookie with the code, which the server reads when rendering the next
 * page.
 */
export function storeLanguage(code: LocaleCode): void {
  const name = locales.find((locale) => locale.code === code)?.name ?? code;
  stored.write(storageKey, JSON.stringify({ code, name }));
  writePreferenceCookie(languageCookie, code);
}
