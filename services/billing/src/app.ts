import { createHttp, type Http } from '@gossamer/service-kit/http/create-http';
import { healthRoutes } from '@gossamer/service-kit/http/health-routes';
import { observeRequests } from '@gossamer/service-kit/http/observe-requests';
import type { BillingDeps } from './deps.ts';
import { manageRoutes } from './manage/routes.ts';
import { refundRoutes } from './refunds/routes.ts';
import { subscribeRoutes } from './subscribe/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Builds billing's HTTP application, which only the gateway can reach. */
export async function buildApp(deps: BillingDeps): Promise<Http> {
  const http = await createHttp({
    logger: deps.logger,
    trustedProxies: [],
    requestTimeoutMs: 30_000,
    trustsUpstreamTrace: true,
  });
  await http.register(observeRequests, { registry: deps.metrics });
  healthRoutes(http, deps.checks);

  subscribeRoutes(http, deps);
  manageRoutes(http, deps);
  refundRoutes(http, deps);
  await webhookRoutes(http, deps);
  return http;
}
