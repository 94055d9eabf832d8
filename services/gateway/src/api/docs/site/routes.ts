import type { Http } from '@gossamer/service-kit/http/create-http';
import { sendNotFound } from '@gossamer/service-kit/http/error-handler';
import type { Frame } from '../pages/layout.ts';
import { sendAsset, textAsset } from '../send-asset.ts';
import { createPage, sendPage } from '../send-page.ts';
import { homePage } from './home-page.ts';
import { notFoundPage } from './not-found-page.ts';
import type { Site } from './read-site.ts';
import { sitePage } from './site-page.ts';

/** Options for routes whose responses are the same for all callers. No cookie is set. */
const publicRoute = { config: { isPublic: true } };

/** Registers the pages of the documentation site as HTML and as Markdown, and the texts for language models. */
export function siteRoutes(http: Http, frame: Frame, site: Site): void {
  const { origin } = new URL(frame.publicUrl);
  const pages = [
    { path: '/docs', page: createPage(homePage(frame, site)), markdown: site.indexMarkdown },
    ...site.pages.map((page) => ({
      path: page.path,
      page: createPage(sitePage(frame, site, page)),
      markdown: page.markdown,
    })),
  ];
  for (const { path, page, markdown } of pages) {
    http.get(path, publicRoute, async (request, reply) => sendPage(request, reply, page, origin));
    sendText(`${path}.md`, 'text/markdown', markdown, `<${origin}${path}>; rel="canonical"`);
  }
  sendText('/llms.txt', 'text/plain', site.llmsText);
  if (site.llmsFullText !== undefined) sendText('/llms-full.txt', 'text/plain', site.llmsFullText);

  const known = new Set(pages.map(({ path }) => path));
  const unknown = createPage(notFoundPage(frame, site));
  http.get('/docs/*', publicRoute, async (request, reply) => {
    const { pathname } = new URL(request.url, origin);
    const path = pathname.replace(/\/$/, '');
    if (path !== pathname && known.has(path)) return reply.redirect(path, 301);
    reply.code(404);
    if (!/text\/html/.test(request.headers.accept ?? '')) return sendNotFound(request, reply);
    return sendPage(request, reply, unknown, origin);
  });

  /** Serves a text to programs, including those that run in pages of other origins. */
  function sendText(path: string, type: string, text: string, link?: string): void {
    const asset = textAsset(`${type}; charset=utf-8`, text);
    http.get(path, publicRoute, async (request, reply) => {
      reply.header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*');
      if (link) reply.header('link', link);
      return sendAsset(request, reply, asset);
    });
  }
}
