import { access } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { sendNotFound } from '@gossamer/service-kit/http/error-handler';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Addresses that the web app answers itself; any other gets its 404 page. */
const pages = ['/', '/compress', '/start'];

/** Serves the built web app: files under their hashed names for a year, the page itself always fresh. */
export async function serveWebApp(http: Http, root: string): Promise<void> {
  await access(join(root, 'index.html'));
  await http.register(fastifyStatic, {
    root,
    index: false,
    cacheControl: false,
    setHeaders: (response, path) =>
      void response.header('cache-control', cacheControl(path.slice(root.length))),
  });
  for (const page of pages) http.get(page, async (_request, reply) => sendPage(reply));
}

function cacheControl(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return path.endsWith('.html') ? 'no-cache' : 'public, max-age=3600';
}

/** An unknown address shows the app's 404 page to people, and the error to programs. */
export function webNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return isNavigation(request) ? sendPage(reply.code(404)) : sendNotFound(request, reply);
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.sendFile('index.html');
}

function isNavigation(request: FastifyRequest): boolean {
  return (
    request.method === 'GET' &&
    !request.url.startsWith('/api/') &&
    /text\/html/.test(request.headers.accept ?? '')
  );
}
