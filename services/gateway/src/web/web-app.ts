import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { sendNotFound } from '@gossamer/service-kit/http/error-handler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { searchEngineRoutes } from './search-engines.ts';
import { embedderPolicy, type PageFacts, sendPage } from './send-page.ts';

/**
 * Serves the built web app. Pages are sent in the visitor's language and always revalidated; other files have hashed
 * names and are cached for a year. Files are precompressed, pages for visitors are cached in compressed form, and pages
 * for members are compressed per response.
 * @param documentationPaths paths of the documentation's pages, which the sitemap lists as well
 */
export async function serveWebApp(
  http: Http,
  root: string,
  facts: PageFacts,
  documentationPaths: readonly string[],
): Promise<void> {
  await http.register(compress, { global: false });
  await http.register(fastifyStatic, {
    root,
    index: false,
    cacheControl: false,
    preCompressed: true,
    allowedPath: (path) => !/^\/(pages\/|\.|index\.html)/.test(path),
    setHeaders: (response, path) => {
      const file = path.slice(root.length);
      response.header('cache-control', cacheControl(file));
      if (isScript(file)) response.header('cross-origin-embedder-policy', embedderPolicy);
      // Allow other origins to load the font, because Stripe's payment form uses it.
      if (path.endsWith('.woff2')) response.header('access-control-allow-origin', '*');
    },
  });
  for (const path of facts.pages.paths) {
    http.get(routeOf(path), async (request, reply) => sendPage(request, reply, facts));
  }
  // Redirect /start (spec.md section 2) on the server, so that browsers do not have to load the app first.
  http.get('/start', async (request, reply) =>
    reply.redirect(`/compress${new URL(request.url, facts.origin).search}`, 302),
  );
  searchEngineRoutes(http, facts, documentationPaths);
}

/**
 * Converts a path to a route pattern whose segments must not be empty. The router itself would accept empty segments.
 */
const routeOf = (path: string) => path.replace(/:\w+/g, '$&(^.+$)');

function cacheControl(path: string): string {
  // Browsers look for a newer service worker at each visit.
  if (path.startsWith('/service-worker.js')) return 'no-cache';
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}

/**
 * Returns whether a file is a script, possibly precompressed. This includes all scripts, because web workers' scripts
 * cannot be recognized by their names.
 */
const isScript = (path: string) => /^\/assets\/.+\.js(\.br|\.gz)?$/.test(path);

/** Returns a handler that sends the 404 page to browser navigations and an error to other clients. */
export function webNotFound(facts: PageFacts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    isNavigation(request) ? sendPage(request, reply.code(404), facts) : sendNotFound(request, reply);
}

function isNavigation(request: FastifyRequest): boolean {
  return (
    request.method === 'GET' &&
    !request.url.startsWith('/api/') &&
    /text\/html/.test(request.headers.accept ?? '')
  );
}
