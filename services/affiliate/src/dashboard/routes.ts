import { affiliateDashboardQuery, dashboardDays, payoutEmailChange } from '@gossamer/contracts/affiliate';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { AffiliateDeps } from '../deps.ts';
import { findOwn, type OwnDashboard } from './find-own.ts';
import { readCommissions } from './read-commissions.ts';
import { readDashboard } from './read-dashboard.ts';
import { setPayoutEmail } from './set-payout-email.ts';
import { writeCsv } from './write-csv.ts';

/** Registers the routes of the partner dashboard. */
export function dashboardRoutes(http: Http, deps: AffiliateDeps): void {
  const { db, clock } = deps;

  http.get('/dashboards/:code', async (request: OwnDashboard, reply) => {
    const { partner, identity } = await findOwn(deps, request);
    // Use the default if the number of days in the query is invalid.
    const days = affiliateDashboardQuery.safeParse(request.query).data?.days ?? dashboardDays[0];
    return reply.send(await readDashboard(deps, partner, identity, days));
  });

  http.get('/dashboards/:code/commissions', async (request: OwnDashboard, reply) => {
    const { partner } = await findOwn(deps, request);
    const { cursor } = request.query as { cursor?: unknown };
    const page = await readCommissions(
      db,
      partner.id,
      clock(),
      typeof cursor === 'string' ? cursor : undefined,
    );
    return reply.send(page);
  });

  http.get('/dashboards/:code/commissions.csv', async (request: OwnDashboard, reply) => {
    const { partner } = await findOwn(deps, request);
    return reply.type('text/csv; charset=utf-8').send(writeCsv(db, partner.id, clock()));
  });

  http.put('/dashboards/:code/payout-email', async (request: OwnDashboard, reply) => {
    const { partner, identity } = await findOwn(deps, request);
    const { payoutEmail } = payoutEmailChange.parse(request.body);
    await setPayoutEmail(deps, partner, identity, payoutEmail);
    return reply.send({ payoutEmail });
  });
}
