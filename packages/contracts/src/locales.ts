/** Languages in the language menu (spec.md section 1), plus Dutch, which is supported but not listed. */
export const locales = [
  { code: 'en', name: 'English', flag: 'gb', dir: 'ltr', isListed: true },
  { code: 'es', name: 'Español', flag: 'es', dir: 'ltr', isListed: true },
  { code: 'fr', name: 'Français', flag: 'fr', dir: 'ltr', isListed: true },
  { code: 'de', name: 'Deutsch', flag: 'de', dir: 'ltr', isListed: true },
  { code: 'it', name: 'Italiano', flag: 'it', dir: 'ltr', isListed: true },
  { code: 'pt', name: 'Português', flag: 'pt', dir: 'ltr', isListed: true },
  { code: 'ru', name: 'Русский', flag: 'ru', dir: 'ltr', isListed: true },
  { code: 'zh', name: '中文', flag: 'cn', dir: 'ltr', isListed: true },
  { code: 'ja', name: '日本語', flag: 'jp', dir: 'ltr', isListed: true },
  { code: 'ko', name: '한국어', flag: 'kr', dir: 'ltr', isListed: true },
  { code: 'ar', name: 'العربية', flag: 'sa', dir: 'rtl', isListed: true },
  { code: 'hi', name: 'हिन्दी', flag: 'in', dir: 'ltr', isListed: true },
  { code: 'nl', name: 'Nederlands', flag: 'nl', dir: 'ltr', isListed: false },
] as const;

export type LocaleCode = (typeof locales)[number]['code'];

/**
 * Names of the cookies that determine how the server renders a page: the language and the theme (`light` or `dark`).
 */
export const languageCookie = 'language';
export const themeCookie = 'theme';

/**
 * Name of the cookie that determines where the web app compresses images. The value is `device` if it compresses them on
 * the user's device. The server then isolates pages from other origins, because the engine's threads share memory.
 */
export const processOnCookie = 'processOn';

/** Request header with the same meaning as the cookie, for requests without cookies. */
export const processOnHeader = 'process-on';

/**
 * Returns the full name of a cookie. With TLS, the name has the prefix `__Host-`, so that other hosts in the domain
 * cannot set the cookie (RFC 6265bis, 4.1.3.2).
 */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);
