import { AppError } from '@gossamer/service-kit/errors';
import type { GatewayDeps } from '../deps.ts';
import type { BillingClient } from './billing-client.ts';

/**
 * Returns the billing client.
 * @throws AppError `payments_not_configured` when there is none
 */
export function requireBilling({ billing }: Pick<GatewayDeps, 'billing'>): BillingClient {
  if (!billing) throw new AppError('payments_not_configured');
  return billing;
}
