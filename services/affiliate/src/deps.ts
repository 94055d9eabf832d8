import { openServiceDeps, type ServiceDeps } from '@gossamer/service-kit/internal-service';
import type { AffiliateConfig } from './config.ts';
import type { AffiliateTables } from './db/schema.ts';
import { createPaypal, type Paypal } from './paypal/paypal.ts';

/** Dependencies of the service's operations, passed as an argument instead of being imported. */
export interface AffiliateDeps extends ServiceDeps<AffiliateTables> {
  config: AffiliateConfig;
  /** PayPal client; undefined if payouts are exported as a file. */
  paypal: Paypal | undefined;
}

/** Opens all connections of the affiliate service. */
export function openDeps(config: AffiliateConfig): AffiliateDeps {
  return {
    ...openServiceDeps<AffiliateTables>('affiliate', config),
    config,
    paypal: config.paypal && createPaypal(config.paypal),
  };
}
