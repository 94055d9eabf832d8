import type { GatewayDeps } from '../deps.ts';
import { unavailableAs } from '../http/service-client.ts';
import type { AffiliateClient } from './affiliate-client.ts';

/** Returns the affiliate client. @throws AppError `affiliate_unavailable` if the affiliate service is not configured */
export function requireAffiliate({ affiliate }: Pick<GatewayDeps, 'affiliate'>): AffiliateClient {
  if (!affiliate) throw unavailableAs('affiliate_unavailable');
  return affiliate;
}
