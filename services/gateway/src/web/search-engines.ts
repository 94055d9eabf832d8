import { type LocaleCode, locales } from '@gossamer/contracts/locales';
import { alternateLinks, canonicalUrl } from '@gossamer/contracts/page-links';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { PageFacts } from './send-page.ts';

/**
 * Registers robots.txt and the sitemap, which lists every public page in every language, and the pages of the
 * documentation, which are in English only.
 */
export function searchEngineRoutes(
  http: Http,
  { pages, origin }: PageFacts,
  documentationPaths: readonly string[],
): void {
  const urls = pages.publicPaths.flatMap((path) => locales.map(({ code }) => urlEntry(origin, path, code)));
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    ...documentationPaths.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
  const robots = [
    'User-agent: *',
    'Disallow: /api/',
    'Allow: /api/docs',
    'Disallow: /compressed/',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ];

  http.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(sitemap),
  );
  http.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(robots.join('\n')),
  );
}

function urlEntry(origin: string, path: string, language: LocaleCode): string {
  const alternates = alternateLinks(origin, path).map(
    ({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`,
  );
  return `<url><loc>${canonicalUrl(origin, path, language)}</loc>${alternates.join('')}</url>`;
}
