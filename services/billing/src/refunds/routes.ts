import { refundRequestBody } from '@gossamer/contracts/billing';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { BillingDeps } from '../deps.ts';
import { requireAsker } from '../who-asks.ts';
import { requestRefund } from './request-refund.ts';

/** The money-back guarantee, as a member asks for it. */
export function refundRoutes(http: Http, deps: BillingDeps): void {
  http.post('/refund-requests', async (request) => {
    const { accountId } = await requireAsker(request, deps);
    const parsed = refundRequestBody.safeParse(request.body ?? {});
    if (!parsed.success) throw new AppError('invalid_reason', { field: 'reason', details: { max: 2_000 } });
    return requestRefund(deps, accountId);
  });
}
