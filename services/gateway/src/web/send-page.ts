import { unfoldedPageOf } from '@gossamer/contracts/asked-settings';
import type { PageSession } from '@gossamer/contracts/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { toSessionUser } from '../http/identity/session-user.ts';
import { type PackedPages, packings } from './packed-pages.ts';
import { emptied, markMembersPage, type Pages } from './pages.ts';
import { languageOf, processesOnDevice, themeAttribute } from './reader.ts';

/**
 * Value of the header `cross-origin-embedder-policy` of isolated pages and of all scripts, because an isolated page can
 * start only web workers whose script has the policy.
 */
export const embedderPolicy = 'require-corp';

export interface PageFacts {
  pages: Pages;
  packed: PackedPages;
  /** Origin of the service, used for absolute links. */
  origin: string;
  ads: PageSession['ads'];
  claims: PageSession['claims'];
  payments: PageSession['payments'];
}

/** URL path of the page that loads Stripe's script and frames, which browsers block on isolated pages. */
const checkoutPath = '/checkout';

/**
 * Sends a page in the language and theme of the reader, with the session embedded as JSON. Shared caches must not store
 * the response. Pages without a session are identical for all readers, so they are sent from a cache of compressed
 * pages. Pages other than the checkout are isolated from other origins if the reader's device compresses images.
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  facts: PageFacts,
): Promise<FastifyReply> {
  const url = new URL(request.url, facts.origin);
  const { identity, isSessionUnknown } = request;
  const user = identity.kind === 'member' ? toSessionUser(identity.account) : null;
  const language = languageOf(request, url.search);
  const theme = themeAttribute(request);
  const path = withoutSlash(url.pathname);
  const page = facts.pages.find(path, language, unfoldedPageOf(url.search));
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'cache-control': 'private, no-cache',
    vary: 'Accept-Language, Cookie, Accept-Encoding',
  });
  const isIsolated = path.toLowerCase() !== checkoutPath && processesOnDevice(request);
  // Isolation also requires `cross-origin-opener-policy: same-origin`, which is sent with every response.
  if (isIsolated) reply.header('cross-origin-embedder-policy', embedderPolicy);
  if (user || isSessionUnknown) {
    const hasContent = user !== null && facts.pages.isSentToMembers(path);
    // Remove content that was prerendered for visitors. The app renders the content for members.
    const drawn = hasContent ? markMembersPage(page.html()) : emptied(page.html());
    reply.compress(filledIn(drawn, { theme, user, isSessionUnknown, isIsolated }, facts));
    return reply;
  }
  const html = () => filledIn(page.html(), { theme, user, isSessionUnknown, isIsolated }, facts);
  const accepted = new Negotiator(request.raw).encodings([...packings]);
  const packing = packings.find((known) => accepted.includes(known));
  if (!packing) return reply.send(html());
  return reply
    .header('content-encoding', packing)
    .send(await facts.packed.get(`${page.key}${theme}${isIsolated ? ' isolated' : ''}`, packing, html));
}

interface Visit {
  theme: string;
  user: PageSession['user'];
  isSessionUnknown: boolean;
  /** Whether the page is isolated from other origins. It then contains no ads, which browsers would block. */
  isIsolated: boolean;
}

function filledIn(
  html: string,
  { theme, user, isSessionUnknown, isIsolated }: Visit,
  { ads: allAds, claims, payments }: PageFacts,
): string {
  const ads = isIsolated ? {} : allAds;
  const session: PageSession = { user, ads, claims, payments };
  return (
    html
      .replace(' data-theme="%THEME%"', theme)
      // Reserve space for ads and for figures about the service before the app runs, to avoid a layout shift.
      .replace(' data-ads="%ADS%"', ads.frameUrl && !user?.isPremium ? ' data-ads' : '')
      .replace(' data-claims="%CLAIMS%"', claims.rating || claims.userCount ? ' data-claims' : '')
      // Omit the session if it is unknown. The app then fetches it.
      .replace('%SESSION%', () => (isSessionUnknown ? '' : toScriptText(session)))
  );
}

const withoutSlash = (path: string) => (path.length > 1 ? path.replace(/\/$/, '') : path);

/** Escapes JSON so that it cannot end the script element. */
function toScriptText(session: PageSession): string {
  return JSON.stringify(session).replaceAll('<', '\\u003c');
}
