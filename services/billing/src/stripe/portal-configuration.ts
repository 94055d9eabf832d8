import type Stripe from 'stripe';

/**
 * Version of the portal configuration. Change it together with the configuration, so that a new one is created in
 * Stripe.
 */
const version = 'portal-2';

/**
 * Finds or creates the configuration of Stripe's customer portal, where members see invoices, change the payment method
 * and cancel at the end of the period. The terms and the privacy policy are linked only if `publicUrl` is an https URL,
 * as Stripe requires. Returns the id of the configuration.
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
