import type Stripe from 'stripe';

/**
 * Finds or creates the configuration of the customer portal, which shows invoices, changes the payment method and
 * cancels at the end of the period. Links the terms below `publicUrl` only if that is an https URL, as Stripe requires.
 * Returns the id of the configuration.
 */
const version = 'portal-2';

/**
 * Finds or creates the configuration of the customer portal, which shows invoices, changes the payment method and
 * cancels at the end of the period. The terms are linked below `publicUrl`, because Stripe requires an https link.
 * Returns the id of the configuration.
 */
export async function findPortalConfiguration(stripe: Stripe, publicUrl: string): Promise<string> {
  const { origin, protocol } = new URL(publicUrl);
  const mark = `${version} ${origin}`;
  const known = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const own = known.data.find((configuration) => configuration.metadata?.gossamer === mark);
  if (own) return own.id;
  const made = await stripe.billingPortal.configurations.create(
    {
      ...(protocol === 'https:' && {
        business_profile: {
          privacy_policy_url: `${origin}/privacy`,
          terms_of_service_url: `${origin}/terms`,
        },
      }),
      features: {
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
      },
      metadata: { gossamer: mark },
    },
    { idempotencyKey: `portal-configuration-${mark}` },
  );
  return made.id;
}
