import { openServiceDeps, type ServiceDeps } from '@gossamer/service-kit/internal-service';
import type { AffiliateConfig } from './config.ts';
import type { AffiliateTables } from './db/schema.ts';
import { createPaypal, type Paypal } from './paypal/paypal.ts';

/** The dependencies of operations; passed as an argument, never imported. */
export interface AffiliateDeps extends ServiceDeps<AffiliateTables> {
  config: AffiliateConfig;
  /** PayPal client; undefined if payouts are exported as a file. */
  paypal: Paypal | undefined;
}

/** Opens all connections of an affiliate process. */
export function openDeps(config: AffiliateConfig): AffiliateDeps {
  return {
    ...openServiceDeps<AffiliateTables>('affiliate', config),
    config,
    paypal: config.paypal && createPaypal(config.paypal),
  };
}
