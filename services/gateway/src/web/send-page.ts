import { unfoldedPageOf } from '@gossamer/contracts/asked-settings';
import { chooseLanguage } from '@gossamer/contracts/choose-language';
import { languageCookie, themeCookie } from '@gossamer/contracts/locales';
import type { PageSession } from '@gossamer/contracts/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { toSessionUser } from '../identity/session-user.ts';
import { emptied, type Pages, withoutHeader } from './pages.ts';

export interface PageFacts {
  pages: Pages;
  /** Where the service is reached, for links that must be absolute. */
  origin: string;
  ads: PageSession['ads'];
  payments: PageSession['payments'];
}

/** Sends a page in the visitor's language and theme, the session in it as a block of JSON. Never stored by caches. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, facts: PageFacts): FastifyReply {
  const url = new URL(request.url, facts.origin);
  const { identity, isSessionUnknown } = request;
  const user = identity.kind === 'member' ? toSessionUser(identity.account) : null;
  const language = chooseLanguage({
    search: url.search,
    preferred: user?.preferredLanguage,
    stored: request.cookies[languageCookie],
    browser: new Negotiator(request.raw).languages(),
  });
  const session: PageSession = { user, ads: facts.ads, payments: facts.payments };
  const path = withoutSlash(url.pathname);
  const page = facts.pages.html(path, language, unfoldedPageOf(url.search));
  const html = drawnFor(page)
    .replace(' data-theme="%THEME%"', themeAttribute(request.cookies[themeCookie]))
    // Reserves the space of advertisements before the app runs.
    .replace(' data-ads="%ADS%"', facts.ads.frameUrl && !user?.isPremium ? ' data-ads' : '')
    // Without a block the app asks by itself.
    .replace('%SESSION%', () => (isSessionUnknown ? '' : toScriptText(session)));
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'cache-control': 'private, no-cache',
    vary: 'Accept-Language, Cookie',
  });
  reply.compress(html);
  return reply;

  /** What was rendered beforehand is what visitors see; for members the app draws its own, as far as that differs. */
  function drawnFor(rendered: string): string {
    if (user && facts.pages.isForMembers(path)) return withoutHeader(rendered);
    return user || isSessionUnknown ? emptied(rendered) : rendered;
  }
}

const withoutSlash = (path: string) => (path.length > 1 ? path.replace(/\/$/, '') : path);

function themeAttribute(theme: string | undefined): string {
  return theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : '';
}

/** JSON that cannot end the element that it stands in. */
function toScriptText(session: PageSession): string {
  return JSON.stringify(session).replaceAll('<', '\\u003c');
}
