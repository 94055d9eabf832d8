import multipart from '@fastify/multipart';
import { readiness } from '@gossamer/service-kit/health';
import { createHttp, type Http } from '@gossamer/service-kit/http/create-http';
import { observeRequests } from '@gossamer/service-kit/http/observe-requests';
import type { GatewayDeps } from './deps.ts';
import { linkRoute } from './download/link-route.ts';
import { downloadRoutes } from './download/routes.ts';
import { createBacklog } from './fleet/backlog.ts';
import { statusRoutes } from './status/routes.ts';
import { uploadRoutes } from './upload/routes.ts';
import { visitorCookie } from './visitor/visitor-cookie.ts';
import { serveWebApp, webNotFound } from './web/web-app.ts';

/** The gateway's HTTP application: its table of contents. */
export async function buildApp(deps: GatewayDeps): Promise<Http> {
  const { config, logger } = deps;
  const http = await createHttp({
    logger,
    trustedProxies: config.http.trustedProxies,
    requestTimeoutMs: config.uploads.requestTimeoutMs,
    ...(config.webRoot && { notFound: webNotFound }),
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
  await http.register(visitorCookie, { secret: config.secret, publicUrl: config.publicUrl });

  uploadRoutes(http, deps, createBacklog(deps));
  statusRoutes(http, deps);
  downloadRoutes(http, deps);
  linkRoute(http, deps);
  if (config.webRoot) await serveWebApp(http, config.webRoot);
  return http;
}
