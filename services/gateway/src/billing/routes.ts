import { promoCodeBody } from '@gossamer/contracts/billing';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { FastifyRequest } from 'fastify';
import type { GatewayDeps } from '../deps.ts';
import { requireMember } from '../http/identity/identity.ts';
import { parseBody } from '../http/parse-body.ts';
import type { ServiceCall } from '../http/service-client.ts';
import { countAttempt } from '../limits/attempts.ts';
import { applyPlan } from './apply-plan.ts';
import { addressPromoCodes, memberConfirmations, memberPortals } from './attempt-limits.ts';
import { createSubscription } from './create-subscription.ts';
import { readSummary } from './read-summary.ts';
import { requestRefund } from './request-refund.ts';
import { requireBilling } from './require-billing.ts';
import { type Entrance, subscribeAnonymously } from './subscribe-anonymously.ts';

/** Registers the billing routes for browsers, with authentication and rate limits. */
export function billingRoutes(http: Http, deps: GatewayDeps, entrance: Entrance): void {
  subscriptionRoutes(http, deps, entrance);

  http.post('/api/billing/confirm', async (request, reply) => {
    const { billing, call, member } = asMember(deps, request);
    await countAttempt(deps, [memberConfirmations(member.owner)]);
    const confirmation = await billing.confirm(call);
    await applyPlan(deps.db, member.account.id, confirmation);
    return reply.send(confirmation);
  });

  http.post('/api/billing/portal', async (request, reply) => {
    const { billing, call, member } = asMember(deps, request);
    await countAttempt(deps, [memberPortals(member.owner)]);
    return reply.send(await billing.openPortal(call));
  });

  http.get('/api/billing', async (request, reply) => {
    const { member } = asMember(deps, request);
    reply.header('cache-control', 'no-store');
    return reply.send(await readSummary(deps, member, request.id));
  });

  http.post('/api/billing/refund-request', async (request, reply) => {
    const { member } = asMember(deps, request);
    await requestRefund(deps, member, request.id, request.body);
    return reply.code(204).send();
  });
}

/** Registers the routes that start a Pro subscription. */
function subscriptionRoutes(http: Http, deps: GatewayDeps, entrance: Entrance): void {
  http.post('/api/create-subscription', async (request, reply) => {
    const { member } = asMember(deps, request);
    return reply.send(await createSubscription(deps, member, request));
  });

  http.post('/api/create-anonymous-subscription', async (request, reply) => {
    const { identity } = request;
    // If the caller has meanwhile logged in from another tab, create the subscription for that member.
    const setup =
      identity.kind === 'member'
        ? await createSubscription(deps, identity, request)
        : await subscribeAnonymously(deps, entrance, request, reply);
    return reply.send(setup);
  });

  http.post('/api/billing/promo-code', async (request, reply) => {
    const billing = requireBilling(deps);
    const { promoCode } = parseBody(promoCodeBody, request.body);
    await countAttempt(deps, [addressPromoCodes(request.addressSubject)]);
    const { identity } = request;
    const account = identity.kind === 'member' ? identity.account : undefined;
    return reply.send(await billing.findPromotion({ requestId: request.id, account }, promoCode));
  });
}

/**
 * Returns the billing client and the member who sent the request.
 * @throws AppError `payments_not_configured`, `unauthorized`
 */
function asMember(deps: GatewayDeps, request: FastifyRequest) {
  const billing = requireBilling(deps);
  const member = requireMember(request);
  const call: ServiceCall = { requestId: request.id, account: member.account };
  return { billing, call, member };
}
