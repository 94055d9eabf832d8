import type Stripe from 'stripe';

/** Stripe's way to update metadata: keys are added, an empty value removes its key, and empty metadata remove all. */
export function mergedMetadata(
  before: Stripe.Metadata,
  update: Stripe.Metadata | '' | undefined,
): Stripe.Metadata {
  if (update === undefined) return before;
  if (update === '') return {};
  return Object.fromEntries(Object.entries({ ...before, ...update }).filter(([, value]) => value !== ''));
}
