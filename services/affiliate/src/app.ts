import { createHttp, type Http } from '@gossamer/service-kit/http/create-http';
import { healthRoutes } from '@gossamer/service-kit/http/health-routes';
import { observeRequests } from '@gossamer/service-kit/http/observe-requests';
import { clickRoutes } from './clicks/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import type { AffiliateDeps } from './deps.ts';
import { partnerRoutes } from './partners/routes.ts';

/** Builds the affiliate service's HTTP application, which only the gateway can reach. */
export async function buildApp(deps: AffiliateDeps): Promise<Http> {
  const http = await createHttp({
    logger: deps.logger,
    trustedProxies: [],
    requestTimeoutMs: 30_000,
    trustsUpstreamTrace: true,
  });
  await http.register(observeRequests, { registry: deps.metrics });
  healthRoutes(http, deps.checks);

  partnerRoutes(http, deps);
  clickRoutes(http, deps);
  dashboardRoutes(http, deps);
  return http;
}
