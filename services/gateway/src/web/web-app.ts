import compress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { sendNotFound } from '@gossamer/service-kit/http/error-handler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { searchEngineRoutes } from './search-engines.ts';
import { type PageFacts, sendPage } from './send-page.ts';

/**
 * Serves the built web app: pages in the visitor's language, always fresh, and files under their hashed names for a year.
 * The files lie there compressed too; visitors' pages are kept packed, members' are compressed as they go.
 */
export async function serveWebApp(http: Http, root: string, facts: PageFacts): Promise<void> {
  await http.register(compress, { global: false });
  await http.register(fastifyStatic, {
    root,
    index: false,
    cacheControl: false,
    preCompressed: true,
    allowedPath: (path) => !/^\/(pages\/|\.|index\.html)/.test(path),
    setHeaders: (response, path) =>
      void response.header('cache-control', cacheControl(path.slice(root.length))),
  });
  for (const path of facts.pages.paths) {
    http.get(routeOf(path), async (request, reply) => sendPage(request, reply, facts));
  }
  // The redirect page (spec.md section 2): at once, instead of after the app has come.
  http.get('/start', async (request, reply) =>
    reply.redirect(`/compress${new URL(request.url, facts.origin).search}`, 302),
  );
  searchEngineRoutes(http, facts);
}

/** A part of an address has at least one letter; the router by itself takes none for one too. */
const routeOf = (path: string) => path.replace(/:\w+/g, '$&(^.+$)');

function cacheControl(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}

/** An unknown address shows the app's 404 page to people, and the error to programs. */
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
