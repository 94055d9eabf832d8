import type { Http } from '@gossamer/service-kit/http/create-http';
import { createServiceHttp } from '@gossamer/service-kit/internal-service';
import { clickRoutes } from './clicks/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import type { AffiliateDeps } from './deps.ts';
import { partnerRoutes } from './partners/routes.ts';

/** Creates the HTTP application of the affiliate service, which is reachable only by the gateway. */
export async function buildApp(deps: AffiliateDeps): Promise<Http> {
  const http = await createServiceHttp(deps);
  partnerRoutes(http, deps);
  clickRoutes(http, deps);
  dashboardRoutes(http, deps);
  return http;
}
