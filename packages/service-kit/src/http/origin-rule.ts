import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes of API clients with a key, which neither read nor set cookies. */
    usesApiKey?: boolean;
  }
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Requires that a request that changes something comes from the site's own pages or from an API client. Multipart forms
 * need no preflight, so with the cookie alone any site could upload in a visitor's name (OWASP ASVS 5.0, 3.5.1).
 */
export const originRule = fastifyPlugin(async (http) => {
  http.addHook('onRequest', async (request) => {
    // Browsers do not add API keys by themselves, so these routes are safe from CSRF.
    if (request.routeOptions.config.usesApiKey) return;
    if (!safeMethods.has(request.method) && !isOwnOrigin(request)) throw new AppError('cross_origin');
  });
});

function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return URL.canParse(origin) && new URL(origin).host === request.host;
  const site = request.headers['sec-fetch-site'];
  // Without both headers the caller is not a browser. `none` means that the URL was typed into the address bar.
  return site === undefined || site === 'same-origin' || site === 'none';
}
