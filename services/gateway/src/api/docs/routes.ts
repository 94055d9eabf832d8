import { themeCookie } from '@gossamer/contracts/locales';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { FastifyReply } from 'fastify';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import type { GatewayDeps } from '../../deps.ts';
import { readPreference } from '../../http/identity/own-cookies.ts';
import { buildDocument } from '../document/build-document.ts';
import { findAssets } from './assets.ts';
import { getDocument } from './document-operation.ts';
import { consolePage } from './pages/console-page.ts';
import { errorsPage } from './pages/errors-page.ts';
import { referencePage } from './pages/reference-page.ts';
import { sendAsset, textAsset } from './send-asset.ts';

/** Options for routes whose responses are the same for all callers. No cookie is set. */
const publicRoute = { config: { isPublic: true } };

/**
 * Registers the public API documentation: `/api/v1/openapi.json`, `/api/docs` and the pages below it.
 * @param paths the operations of the API's routes
 */
export async function referenceRoutes(
  http: Http,
  { config }: Pick<GatewayDeps, 'config'>,
  paths: ZodOpenApiPathsObject,
): Promise<void> {
  const { publicUrl } = config;
  const operation = getDocument();
  http.get('/api/v1/openapi.json', { config: { isPublic: true, operation } }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*');
    return sendAsset(request, reply, document);
  });
  const built = buildDocument(publicUrl, paths);
  const document = textAsset('application/json; charset=utf-8', JSON.stringify(built));

  const { paths: assets, byPath } = await findAssets();
  for (const [path, asset] of byPath) {
    http.get(path, publicRoute, async (request, reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      return sendAsset(request, reply, asset);
    });
  }
  const pages = {
    '/api/docs': referencePage(assets, publicUrl, built),
    '/api/docs/console': consolePage(assets),
    '/api/docs/errors': errorsPage(assets, publicUrl),
  };
  for (const [path, write] of Object.entries(pages)) {
    const html = { light: page(write('light')), dark: page(write('dark')), system: page(write('system')) };
    http.get(path, publicRoute, async (request, reply) => {
      const theme = readPreference(request, themeCookie);
      setPolicy(reply, new URL(publicUrl).origin);
      reply.header('cache-control', 'public, no-cache');
      await sendAsset(request, reply, theme === 'light' || theme === 'dark' ? html[theme] : html.system);
      return reply.header('vary', 'Accept-Encoding, Cookie');
    });
  }
}

const page = (html: string) => textAsset('text/html; charset=utf-8', html);

/**
 * Sets a stricter Content-Security-Policy than that of the app: only the gateway's own files, and no inline styles.
 * Blob images are allowed for the results of requests made on the page.
 */
function setPolicy(reply: FastifyReply, origin: string): void {
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Allow requests to the API's public URL even if the page was opened from a different origin.
    `connect-src 'self' ${origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  reply.header('content-security-policy', directives.join(';'));
}
