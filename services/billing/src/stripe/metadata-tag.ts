import type Stripe from 'stripe';

/** Metadata that identifies Gossamer's subscriptions, because the same Stripe account may also sell other products. */
export const metadataTag = { gossamer: 'pro' };

export function isOurs(metadata: Stripe.Metadata | null | undefined): boolean {
  return metadata?.gossamer === metadataTag.gossamer;
}
