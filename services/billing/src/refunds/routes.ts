import type { Http } from '@gossamer/service-kit/http/create-http';
import { requireCaller } from '../caller.ts';
import type { BillingDeps } from '../deps.ts';
import { requestRefund } from './request-refund.ts';

/** The money-back guarantee, as a member asks for it. Why is between the member and support: the gateway mails it. */
export function refundRoutes(http: Http, deps: BillingDeps): void {
  http.post('/refund-requests', async (request) => {
    const { accountId } = await requireCaller(request, deps);
    return requestRefund(deps, accountId);
  });
}
