import type Stripe from 'stripe';

/** On each subscription of ours: the same Stripe account may sell other things, to the same people. */
export const metadataTag = { gossamer: 'pro' };

export function isOurs(metadata: Stripe.Metadata | null | undefined): boolean {
  return metadata?.gossamer === metadataTag.gossamer;
}
