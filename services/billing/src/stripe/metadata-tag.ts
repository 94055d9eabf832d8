import type Stripe from 'stripe';

/** Identifies Gossamer's subscriptions, because the Stripe account may sell other products to the same customers. */
export const metadataTag = { gossamer: 'pro' };

export function isOurs(metadata: Stripe.Metadata | null | undefined): boolean {
  return metadata?.gossamer === metadataTag.gossamer;
}
