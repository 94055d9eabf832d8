import type { Http } from '@gossamer/service-kit/http/create-http';
import { requireCaller } from '../caller.ts';
import type { BillingDeps } from '../deps.ts';
import { atStripe } from '../stripe/faults.ts';
import { confirm } from './confirm.ts';
import { openPortal } from './open-portal.ts';
import { readSummary } from './read-summary.ts';

/** Registers the routes for managing a member's subscription. */
export function manageRoutes(http: Http, deps: BillingDeps): void {
  http.post('/confirm', async (request) => {
    const { accountId } = await requireCaller(request, deps);
    return atStripe(() => confirm(deps, accountId));
  });

  http.post('/portal', async (request) => {
    const identity = await requireCaller(request, deps);
    return atStripe(() => openPortal(deps, identity));
  });

  http.get('/summary', async (request) => {
    const { accountId } = await requireCaller(request, deps);
    return readSummary(deps, accountId);
  });
}
