import { cookieName } from '@gossamer/contracts/locales';

/** Storage key of the cookie consent. Its value is `accepted` or `declined`. */
export const consentKey = 'cookieConsent';

/** Access to `localStorage` that does not throw if private windows or strict settings block it. */
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
      // Storage is blocked, so the value is lost when the page is left.
    }
  },
};

const yearSeconds = 365 * 24 * 3_600;

/** Stores a preference in a cookie, because the server needs it to render the next page. An empty value deletes it. */
export function writePreferenceCookie(name: string, value: string): void {
  const isSecure = window.location.protocol === 'https:';
  // Deletes the cookie without the prefix that earlier versions wrote.
  if (isSecure) writeCookie(name, '', '; Secure');
  writeCookie(cookieName(name, isSecure), value, isSecure ? '; Secure' : '');
}

function writeCookie(name: string, value: string, secure: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${name}=${value}; Path=/; Max-Age=${value ? yearSeconds : 0}; SameSite=Lax${secure}`;
}
