import type { Http } from '@gossamer/service-kit/http/create-http';
import { createServiceHttp } from '@gossamer/service-kit/internal-service';
import type { BillingDeps } from './deps.ts';
import { manageRoutes } from './manage/routes.ts';
import { refundRoutes } from './refunds/routes.ts';
import { subscribeRoutes } from './subscribe/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Creates the HTTP application of the billing service, which is reachable only by the gateway. */
export async function buildApp(deps: BillingDeps): Promise<Http> {
  const http = await createServiceHttp(deps);
  subscribeRoutes(http, deps);
  manageRoutes(http, deps);
  refundRoutes(http, deps);
  await webhookRoutes(http, deps);
  return http;
}
