import type { GatewayDeps } from '../deps.ts';
import { unavailableAs } from '../http/service-client.ts';
import type { AffiliateClient } from './affiliate-client.ts';

/** @throws AppError `affiliate_unavailable` where there is no programme */
export function requireAffiliate({ affiliate }: Pick<GatewayDeps, 'affiliate'>): AffiliateClient {
  if (!affiliate) throw unavailableAs('affiliate_unavailable');
  return affiliate;
}
