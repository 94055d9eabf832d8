import { AppError } from '@gossamer/service-kit/errors';
import type { GatewayDeps } from '../deps.ts';
import type { BillingClient } from './billing-client.ts';

/**
 * Returns the billing client.
 * @throws AppError `payments_not_configured` if billing is not configured
 */
export function requireBilling({ billing }: Pick<GatewayDeps, 'billing'>): BillingClient {
  if (!billing) throw new AppError('payments_not_configured');
  return billing;
}
