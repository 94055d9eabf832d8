import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called by programs with a key: no cookie counts here, and none is given. */
    usesApiKey?: boolean;
  }
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A request that changes something must come from our own pages or from a program. Multipart forms need no preflight,
 * so a cookie alone would let any site upload in a visitor's name (OWASP ASVS 5.0, 3.5.1).
 */
export const originRule = fastifyPlugin(async (http) => {
  http.addHook('onRequest', async (request) => {
    // Where a key in a header says who asks, a browser adds nothing by itself.
    if (request.routeOptions.config.usesApiKey) return;
    if (!safeMethods.has(request.method) && !isOwnOrigin(request)) throw new AppError('cross_origin');
  });
});

function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return URL.canParse(origin) && new URL(origin).host === request.host;
  const site = request.headers['sec-fetch-site'];
  // Neither header: not a browser. `none`: typed into the address bar.
  return site === undefined || site === 'same-origin' || site === 'none';
}
