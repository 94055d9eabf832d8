import { affiliateCode, affiliateDashboardQuery } from '@gossamer/contracts/affiliate';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { GatewayDeps } from '../deps.ts';
import { parseBody } from '../http/parse-body.ts';
import { countAttempt } from '../limits/attempts.ts';
import { asMember } from './as-member.ts';
import { memberFiles } from './attempt-limits.ts';
import { type ConfirmPassword, changePayoutEmail } from './change-payout-email.ts';

interface OfCode {
  Params: { code: string };
}

const pageQuery = z.object({ cursor: z.string().max(500).optional() });
const path = '/api/affiliate/dashboard/:code';

/**
 * Registers the routes of the partner dashboard. The affiliate service checks whether the caller owns the code. The
 * response to a malformed code is the same as the response to another partner's code.
 */
export function dashboardRoutes(http: Http, deps: GatewayDeps, confirmPassword: ConfirmPassword): void {
  http.get<OfCode>(path, async (request, reply) => {
    const { affiliate, call } = asCaller(deps, request, reply);
    const { days } = parseBody(affiliateDashboardQuery, request.query);
    return reply.send(await affiliate.readDashboard(call, codeOf(request.params), days));
  });

  http.get<OfCode>(`${path}/commissions`, async (request, reply) => {
    const { affiliate, call } = asCaller(deps, request, reply);
    const { cursor } = parseBody(pageQuery, request.query);
    return reply.send(await affiliate.listCommissions(call, codeOf(request.params), cursor));
  });

  http.get<OfCode>(`${path}/commissions.csv`, async (request, reply) => {
    const { affiliate, call, member } = asCaller(deps, request, reply);
    const code = codeOf(request.params);
    await countAttempt(deps, [memberFiles(member.owner)]);
    const file = await affiliate.readCommissionsFile(call, code);
    return reply
      .header('content-disposition', `attachment; filename="gossamer-commissions-${code}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(file);
  });

  http.put<OfCode>(`${path}/payout-email`, async (request, reply) => {
    const { member } = asCaller(deps, request, reply);
    const code = codeOf(request.params);
    const { id: requestId, body } = request;
    return reply.send(await changePayoutEmail(deps, member, { requestId, code, body, confirmPassword }));
  });
}

/**
 * Returns the affiliate client and the member, and disables caching of the response.
 * @throws AppError `affiliate_unavailable`, `unauthorized`
 */
function asCaller(deps: GatewayDeps, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store');
  return asMember(deps, request);
}

/** Returns the partner code after validating it. @throws AppError `affiliate_not_found` if the code is malformed */
function codeOf({ code }: OfCode['Params']): string {
  const parsed = affiliateCode.safeParse(code);
  if (!parsed.success) throw new AppError('affiliate_not_found');
  return parsed.data;
}
