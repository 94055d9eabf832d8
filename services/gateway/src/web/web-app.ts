import { access } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { sendError } from '@gossamer/service-kit/http/error-handler';
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
    setHeaders: (response, path) => {
      const isHashed = path.startsWith(join(root, 'assets'));
      response.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  const sendPage = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').sendFile('index.html', root);
  for (const page of pages) http.get(page, async (_request, reply) => sendPage(reply));
  http.setNotFoundHandler((request, reply) =>
    isNavigation(request)
      ? sendPage(reply.code(404))
      : sendError(request, reply, new AppError('route_not_found')),
  );
}

function isNavigation(request: FastifyRequest): boolean {
  return (
    request.method === 'GET' &&
    !request.url.startsWith('/api/') &&
    /text\/html/.test(request.headers.accept ?? '')
  );
}
