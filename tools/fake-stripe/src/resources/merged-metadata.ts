import type Stripe from 'stripe';

/** Merges updated metadata like Stripe: an empty value deletes its key, and empty metadata deletes all keys. */
export function mergedMetadata(
  before: Stripe.Metadata,
  update: Stripe.Metadata | '' | undefined,
): Stripe.Metadata {
  if (update === undefined) return before;
  if (update === '') return {};
  return Object.fromEntries(Object.entries({ ...before, ...update }).filter(([, value]) => value !== ''));
}
