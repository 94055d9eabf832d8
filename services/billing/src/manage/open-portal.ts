import { AppError } from '@gossamer/service-kit/errors';
import type { ForwardedIdentity } from '@gossamer/service-kit/identity';
import type { BillingDeps } from '../deps.ts';
import { customerIdOf, withCustomer } from '../mirror/accounts.ts';
import { findPortalConfiguration } from '../stripe/portal-configuration.ts';

/** Creates a session of Stripe's customer portal that links back to /account. @throws AppError `no_subscription` */
export async function openPortal(deps: BillingDeps, identity: ForwardedIdentity): Promise<{ url: string }> {
  const { accountId, email, firstName, lastName } = identity;
  const find = async () => {
    const customerId = await customerIdOf(deps, accountId);
    if (!customerId) throw new AppError('no_subscription');
    return customerId;
  };
  return withCustomer(deps, accountId, find, async (customer) => {
    const stripe = deps.stripe();
    // Update the email address for receipts, because the account's address may have changed.
    await stripe.customers.update(customer, { email, name: `${firstName} ${lastName}`.trim() });
    const { url } = await stripe.billingPortal.sessions.create({
      customer,
      configuration: await findPortalConfiguration(stripe, deps.config.publicUrl),
      return_url: new URL('/account', deps.config.publicUrl).href,
      locale: 'auto',
    });
    return { url };
  });
}
