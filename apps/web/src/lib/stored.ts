import { cookieName } from '@gossamer/contracts/locales';

/** Storage key of the cookie consent, whose value is `accepted` or `declined`. */
export const consentKey = 'cookieConsent';

/** Wraps `localStorage`, which private windows and strict settings block. */
export const stored = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Without storage, the value lasts only for this visit.
    }
  },
};

const yearSeconds = 365 * 24 * 3_600;

/** Stores a preference in a cookie, which the server needs to render the next page. An empty value deletes it. */
export function writePreferenceCookie(name: string, value: string): void {
  const isSecure = window.location.protocol === 'https:';
  // Earlier versions wrote the cookie without the prefix.
  if (isSecure) writeCookie(name, '', '; Secure');
  writeCookie(cookieName(name, isSecure), value, isSecure ? '; Secure' : '');
}

function writeCookie(name: string, value: string, secure: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${name}=${value}; Path=/; Max-Age=${value ? yearSeconds : 0}; SameSite=Lax${secure}`;
}
