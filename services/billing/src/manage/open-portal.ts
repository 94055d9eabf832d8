import { AppError } from '@gossamer/service-kit/errors';
import type { ForwardedIdentity } from '@gossamer/service-kit/identity';
import type { BillingDeps } from '../deps.ts';
import { findPortalConfiguration } from '../stripe/portal-configuration.ts';
import { customerIdOf } from './confirm.ts';

/** Opens Stripe's customer portal for a member, who comes back to /account. @throws AppError `no_subscription` */
export async function openPortal(deps: BillingDeps, identity: ForwardedIdentity): Promise<{ url: string }> {
  const customerId = await customerIdOf(deps, identity.accountId);
  if (!customerId) throw new AppError('no_subscription');
  const stripe = deps.stripe();
  const { url } = await stripe.billingPortal.sessions.create({
    customer: customerId,
    configuration: await findPortalConfiguration(stripe, deps.config.publicUrl),
    return_url: new URL('/account', deps.config.publicUrl).href,
    locale: 'auto',
  });
  return { url };
}
