import { affiliateCode } from '@gossamer/contracts/affiliate';
import { AppError } from '@gossamer/service-kit/errors';
import type { FastifyRequest } from 'fastify';
import { requireCaller } from '../caller.ts';
import type { PartnerRow } from '../db/schema.ts';
import type { AffiliateDeps } from '../deps.ts';
import { findPartner } from '../ledger/find-partner.ts';

export type OwnDashboard = FastifyRequest<{ Params: { code: string } }>;

/**
 * Returns the partner with the given code if the partner is the caller. Codes are public, so all other callers get
 * `affiliate_not_found`.
 * @throws AppError `unauthorized`, `affiliate_not_found`
 */
export async function findOwn(deps: AffiliateDeps, request: OwnDashboard) {
  const identity = requireCaller(request, deps);
  const partner: PartnerRow | undefined = await findPartner(deps.db, identity);
  const code = affiliateCode.safeParse(request.params.code).data;
  if (!partner || partner.code !== code) throw new AppError('affiliate_not_found');
  return { partner, identity };
}
