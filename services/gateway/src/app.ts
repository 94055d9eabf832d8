import multipart from '@fastify/multipart';
import { readiness } from '@gossamer/service-kit/health';
import { createHttp, type Http } from '@gossamer/service-kit/http/create-http';
import { observeRequests } from '@gossamer/service-kit/http/observe-requests';
import { authRoutes } from './auth/routes.ts';
import type { GatewayDeps } from './deps.ts';
import { linkRoute } from './download/link-route.ts';
import { downloadRoutes } from './download/routes.ts';
import { createBacklog } from './fleet/backlog.ts';
import { historyRoutes } from './history/routes.ts';
import { identifyClient } from './identity/identify-client.ts';
import { statusRoutes } from './status/routes.ts';
import { uploadRoutes } from './upload/routes.ts';
import { readPages } from './web/pages.ts';
import { serveWebApp, webNotFound } from './web/web-app.ts';

/** The gateway's HTTP application: its table of contents. */
export async function buildApp(deps: GatewayDeps): Promise<Http> {
  const { config, logger } = deps;
  const { origin } = new URL(config.publicUrl);
  const pageFacts = config.webRoot && {
    pages: await readPages(config.webRoot, origin),
    origin,
    ads: config.ads,
  };
  const http = await createHttp({
    logger,
    trustedProxies: config.http.trustedProxies,
    requestTimeoutMs: config.uploads.requestTimeoutMs,
    contentSources: contentSources(config.ads),
    ...(pageFacts && { notFound: webNotFound(pageFacts) }),
  });
  await http.register(observeRequests, { registry: deps.metrics });
  http.get('/healthz', async () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    const result = await readiness(deps.checks);
    return reply.code(result.isReady ? 200 : 503).send(result);
  });
  // Sizes are counted while the file is stored; the parser's own limit would only cut it off.
  await http.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: Number.POSITIVE_INFINITY },
  });
  await http.register(identifyClient, deps);

  authRoutes(http, deps);
  uploadRoutes(http, deps, createBacklog(deps));
  statusRoutes(http, deps);
  historyRoutes(http, deps);
  downloadRoutes(http, deps);
  linkRoute(http, deps);
  if (config.webRoot && pageFacts) await serveWebApp(http, config.webRoot, pageFacts);
  return http;
}

/** What pages may load besides their own files: WebAssembly to show HEIC files, and the operator's advertising. */
function contentSources({ frameUrl, pixelUrl }: GatewayDeps['config']['ads']) {
  const originOf = (url: string | undefined) => (url ? [new URL(url).origin] : []);
  return {
    script: ["'wasm-unsafe-eval'"],
    frame: originOf(frameUrl),
    img: originOf(pixelUrl),
  };
}
