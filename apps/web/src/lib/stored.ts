import { cookieName } from '@gossamer/contracts/locales';

/** Storage key of the cookie consent. The value is `accepted` or `declined`. */
export const consentKey = 'cookieConsent';

/** Wrapper for `localStorage` that does not throw if the browser blocks storage. */
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
      // The browser blocks storage, so the value is lost when the user leaves the page.
    }
  },
};

const yearSeconds = 365 * 24 * 3_600;

/**
 * Stores a preference in a cookie, which the server reads when rendering the next page. An empty value deletes the
 * cookie.
 */
export function writePreferenceCookie(name: string, value: string): void {
  const isSecure = window.location.protocol === 'https:';
  // Delete the cookie that earlier versions set without a name prefix.
  if (isSecure) writeCookie(name, '', '; Secure');
  writeCookie(cookieName(name, isSecure), value, isSecure ? '; Secure' : '');
}

function writeCookie(name: string, value: string, secure: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${name}=${value}; Path=/; Max-Age=${value ? yearSeconds : 0}; SameSite=Lax${secure}`;
}
