import { AppError } from '@gossamer/service-kit/errors';
import { openServiceDeps, type ServiceDeps } from '@gossamer/service-kit/internal-service';
import type Stripe from 'stripe';
import type { BillingConfig } from './config.ts';
import type { BillingTables } from './db/schema.ts';
import { createStripe } from './stripe/create-stripe.ts';

/** Dependencies of the service's operations, passed as an argument instead of being imported. */
export interface BillingDeps extends ServiceDeps<BillingTables> {
  config: BillingConfig;
  /** Returns the Stripe client. @throws AppError `payments_not_configured` if no key is set */
  stripe(): Stripe;
}

/** Opens all connections of the billing service. */
export function openDeps(config: BillingConfig): BillingDeps {
  const client = config.stripe && createStripe(config.stripe);
  const deps = openServiceDeps<BillingTables>('billing', config);
  if (!client) deps.logger.warn('disabled payments: STRIPE_SECRET_KEY is not set');
  return {
    ...deps,
    config,
    stripe: () => {
      if (!client) throw new AppError('payments_not_configured');
      return client;
    },
  };
}
