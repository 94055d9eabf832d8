import type { Http } from '@gossamer/service-kit/http/create-http';
import { requireCaller } from '../caller.ts';
import type { BillingDeps } from '../deps.ts';
import { requestRefund } from './request-refund.ts';

/** Registers the route for refund requests. The gateway emails the member's reason to the support team. */
export function refundRoutes(http: Http, deps: BillingDeps): void {
  http.post('/refund-requests', async (request) => {
    const { accountId } = await requireCaller(request, deps);
    return requestRefund(deps, accountId);
  });
}
