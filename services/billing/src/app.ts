import { readiness } from '@gossamer/service-kit/health';
import { createHttp, type Http } from '@gossamer/service-kit/http/create-http';
import { observeRequests } from '@gossamer/service-kit/http/observe-requests';
import type { BillingDeps } from './deps.ts';
import { manageRoutes } from './manage/routes.ts';
import { refundRoutes } from './refunds/routes.ts';
import { subscribeRoutes } from './subscribe/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Billing's HTTP application, which only the gateway can reach: its table of contents. */
export async function buildApp(deps: BillingDeps): Promise<Http> {
  const http = await createHttp({ logger: deps.logger, trustedProxies: [], requestTimeoutMs: 30_000 });
  await http.register(observeRequests, { registry: deps.metrics });
  http.get('/healthz', async () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    const result = await readiness(deps.checks);
    return reply.code(result.isReady ? 200 : 503).send(result);
  });

  subscribeRoutes(http, deps);
  manageRoutes(http, deps);
  refundRoutes(http, deps);
  await webhookRoutes(http, deps);
  return http;
}
