import { AppError } from '@gossamer/service-kit/errors';
import type { GatewayDeps } from '../deps.ts';
import type { BillingClient } from './billing-client.ts';

/** @throws AppError `payments_not_configured` where nothing is sold */
export function requireBilling({ billing }: Pick<GatewayDeps, 'billing'>): BillingClient {
  if (!billing) throw new AppError('payments_not_configured');
  return billing;
}
