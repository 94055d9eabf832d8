import { chooseLanguage } from '@gossamer/contracts/choose-language';
import { languageCookie, themeCookie } from '@gossamer/contracts/locales';
import type { PageSession } from '@gossamer/contracts/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Pages } from './pages.ts';

export interface PageFacts {
  pages: Pages;
  /** Where the service is reached, for links that must be absolute. */
  origin: string;
  ads: PageSession['ads'];
}

/** Sends a page in the visitor's language and theme, the session in it as a block of JSON. Never stored by caches. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, facts: PageFacts): FastifyReply {
  const url = new URL(request.url, facts.origin);
  const language = chooseLanguage({
    search: url.search,
    stored: request.cookies[languageCookie],
    browser: new Negotiator(request.raw).languages(),
  });
  const session: PageSession = { user: null, ads: facts.ads };
  const html = facts.pages
    .html(withoutSlash(url.pathname), language)
    .replace(' data-theme="%THEME%"', themeAttribute(request.cookies[themeCookie]))
    .replace('%SESSION%', () => toScriptText(session));
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'cache-control': 'private, no-cache',
    vary: 'Accept-Language, Cookie',
  });
  reply.compress(html);
  return reply;
}

const withoutSlash = (path: string) => (path.length > 1 ? path.replace(/\/$/, '') : path);

function themeAttribute(theme: string | undefined): string {
  return theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : '';
}

/** JSON that cannot end the element that it stands in. */
function toScriptText(session: PageSession): string {
  return JSON.stringify(session).replaceAll('<', '\\u003c');
}
