import { affiliateApplicationBody, type OwnAffiliate } from '@gossamer/contracts/affiliate';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { requireCaller } from '../caller.ts';
import type { AffiliateDeps } from '../deps.ts';
import { findPartner } from '../ledger/find-partner.ts';
import { apply } from './apply.ts';
import { exportPartner } from './export-partner.ts';
import { toAffiliate } from './to-affiliate.ts';

/** Registers the routes of the partner program. */
export function partnerRoutes(http: Http, deps: AffiliateDeps): void {
  http.post('/partners', async (request, reply) => {
    const identity = requireCaller(request, deps);
    // The gateway has already validated the body and reported errors for each field.
    return reply.send(await apply(deps, identity, affiliateApplicationBody.parse(request.body)));
  });

  http.get('/partner', async (request, reply) => {
    const partner = await findPartner(deps.db, requireCaller(request, deps));
    const own: OwnAffiliate = { affiliate: partner ? toAffiliate(partner, deps.config.publicUrl) : null };
    return reply.send(own);
  });

  http.get('/partner/export', async (request, reply) =>
    reply.send(await exportPartner(deps, requireCaller(request, deps))),
  );
}
