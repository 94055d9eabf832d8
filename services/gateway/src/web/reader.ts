import { chooseLanguage } from '@gossamer/contracts/choose-language';
import {
  type LocaleCode,
  languageCookie,
  processOnCookie,
  processOnHeader,
  themeCookie,
} from '@gossamer/contracts/locales';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { readPreference } from '../http/identity/own-cookies.ts';

/** Returns the language for a page: that of the query string, the account, the cookie or the browser, in this order. */
export function languageOf(request: FastifyRequest, search: string): LocaleCode {
  const { identity } = request;
  return chooseLanguage({
    search,
    preferred: identity.kind === 'member' ? identity.account.preferredLanguage : undefined,
    stored: readPreference(request, languageCookie),
    browser: new Negotiator(request.raw).languages(),
  });
}

/** Returns the attribute of the root element for the theme that the reader chose, or an empty string. */
export function themeAttribute(request: FastifyRequest): string {
  const theme = readPreference(request, themeCookie);
  return theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : '';
}

/**
 * Returns whether the reader chose to compress images on their own device. The web app's service worker requests pages
 * without cookies and sends the choice as a header.
 */
export const processesOnDevice = (request: FastifyRequest): boolean =>
  (request.headers[processOnHeader] ?? readPreference(request, processOnCookie)) === 'device';
