import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { AppError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that authenticate with an API key and ignore cookies. */
    usesApiKey?: boolean;
  }
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects requests with unsafe methods from other sites. Browsers send multipart forms without a preflight request, so
 * any site could otherwise upload images with a visitor's cookie (OWASP ASVS 5.0, 3.5.1).
 */
export const originRule = fastifyPlugin(async (http) => {
  http.addHook('onRequest', async (request) => {
    // Skip routes that require an API key. Browsers never send API keys automatically, so CSRF is not possible.
    if (request.routeOptions.config.usesApiKey) return;
    if (!safeMethods.has(request.method) && !isOwnOrigin(request)) throw new AppError('cross_origin');
  });
});

function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return URL.canParse(origin) && new URL(origin).host === request.host;
  const site = request.headers['sec-fetch-site'];
  // Without Origin and Sec-Fetch-Site, the client is not a browser. Sec-Fetch-Site `none` means that the user entered
  // the URL in the address bar.
  return site === undefined || site === 'same-origin' || site === 'none';
}
