import { cookieName } from '@gossamer/contracts/locales';

/** Holds the answer to the question about cookies: `accepted` or `declined`. */
export const consentKey = 'cookieConsent';

/** `localStorage` that is there or not: private windows and strict settings refuse it. */
export const stored = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** Forgotten at the end of the visit where the browser keeps nothing. */
  write(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Then it holds for this visit only.
    }
  },
};

const yearSeconds = 365 * 24 * 3_600;

/** Keeps a choice about the look that the server needs for the next page; an empty value deletes it. */
export function writePreferenceCookie(name: string, value: string): void {
  const isSecure = window.location.protocol === 'https:';
  // Earlier versions wrote it without the prefix.
  if (isSecure) writeCookie(name, '', '; Secure');
  writeCookie(cookieName(name, isSecure), value, isSecure ? '; Secure' : '');
}

function writeCookie(name: string, value: string, secure: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${name}=${value}; Path=/; Max-Age=${value ? yearSeconds : 0}; SameSite=Lax${secure}`;
}
