import type { FastifyRequest } from 'fastify';
import type { GatewayDeps } from '../deps.ts';
import { requireMember } from '../http/identity/identity.ts';
import type { ServiceCall } from '../http/service-client.ts';
import { requireAffiliate } from './require-affiliate.ts';

/**
 * Returns the affiliate client and the member who sent the request.
 * @throws AppError `affiliate_unavailable`, `unauthorized`
 */
export function asMember(deps: GatewayDeps, request: FastifyRequest) {
  const affiliate = requireAffiliate(deps);
  const member = requireMember(request);
  const call: ServiceCall = { requestId: request.id, account: member.account };
  return { affiliate, call, member };
}
