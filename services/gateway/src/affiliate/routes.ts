import { affiliateApplicationBody, affiliateTrackBody } from '@gossamer/contracts/affiliate';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { GatewayDeps } from '../deps.ts';
import { parseBody } from '../http/parse-body.ts';
import { countAttempt } from '../limits/attempts.ts';
import { asMember } from './as-member.ts';
import { memberApplications } from './attempt-limits.ts';
import type { ConfirmPassword } from './change-payout-email.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { trackClick } from './track-click.ts';

/** Registers the affiliate program's routes for browsers, with authentication and rate limits. */
export function affiliateRoutes(http: Http, deps: GatewayDeps, confirmPassword: ConfirmPassword): void {
  http.post('/api/affiliate/apply', async (request, reply) => {
    const { affiliate, call, member } = asMember(deps, request);
    const application = parseBody(affiliateApplicationBody, request.body);
    await countAttempt(deps, [memberApplications(member.owner)]);
    return reply.send(await affiliate.apply(call, application));
  });

  http.get('/api/affiliate', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { affiliate, call } = asMember(deps, request);
    return reply.send(await affiliate.readOwn(call));
  });

  http.post('/api/affiliate/track', async (request, reply) => {
    const { code } = parseBody(affiliateTrackBody, request.body);
    await trackClick(deps, code, request, reply);
    return reply.code(204).send();
  });

  dashboardRoutes(http, deps, confirmPassword);
}
