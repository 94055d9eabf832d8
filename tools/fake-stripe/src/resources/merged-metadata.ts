import type Stripe from 'stripe';

/** Updates metadata like Stripe: adds keys, removes keys with an empty value, and removes all for empty metadata. */
export function mergedMetadata(
  before: Stripe.Metadata,
  update: Stripe.Metadata | '' | undefined,
): Stripe.Metadata {
  if (update === undefined) return before;
  if (update === '') return {};
  return Object.fromEntries(Object.entries({ ...before, ...update }).filter(([, value]) => value !== ''));
}
