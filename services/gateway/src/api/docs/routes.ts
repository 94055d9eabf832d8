import type { Http } from '@gossamer/service-kit/http/create-http';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import type { GatewayDeps } from '../../deps.ts';
import { buildDocument } from '../document/build-document.ts';
import { findAssets } from './assets.ts';
import { getDocument } from './document-operation.ts';
import { consolePage } from './pages/console-page.ts';
import { errorsPage } from './pages/errors-page.ts';
import { referencePage } from './pages/reference-page.ts';
import { digestOf, sendAsset, textAsset } from './send-asset.ts';
import { createPage, sendPage } from './send-page.ts';
import type { Site } from './site/read-site.ts';
import { siteRoutes } from './site/routes.ts';

/** Options for routes whose responses are the same for all callers. No cookie is set. */
const publicRoute = { config: { isPublic: true } };

/**
 * Registers the public documentation: `/api/v1/openapi.json`, `/api/docs` and the pages below it, and the documentation
 * site at `/docs` if it was built.
 * @param paths the operations of the API's routes
 */
export async function documentationRoutes(
  http: Http,
  { config }: Pick<GatewayDeps, 'config'>,
  paths: ZodOpenApiPathsObject,
  site: Site | undefined,
): Promise<void> {
  const { publicUrl } = config;
  const { origin } = new URL(publicUrl);
  const operation = getDocument();
  http.get('/api/v1/openapi.json', { config: { isPublic: true, operation } }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*');
    return sendAsset(request, reply, document);
  });
  const built = buildDocument(publicUrl, paths);
  const document = textAsset('application/json; charset=utf-8', JSON.stringify(built));

  const { paths: assets, byPath } = await findAssets();
  const searchIndex = site && `/api/docs/assets/search-index-${digestOf(site.searchIndex)}.json`;
  if (searchIndex) byPath.set(searchIndex, textAsset('application/json; charset=utf-8', site.searchIndex));
  for (const [path, asset] of byPath) {
    http.get(path, publicRoute, async (request, reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      return sendAsset(request, reply, asset);
    });
  }
  const frame = { assets, publicUrl, searchIndex };
  const pages = {
    '/api/docs': createPage(referencePage(frame, built)),
    '/api/docs/console': createPage(consolePage(frame)),
    '/api/docs/errors': createPage(errorsPage(frame)),
  };
  for (const [path, page] of Object.entries(pages)) {
    http.get(path, publicRoute, async (request, reply) => sendPage(request, reply, page, origin));
  }
  if (site) siteRoutes(http, frame, site);
}
