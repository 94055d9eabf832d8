import { fakeStripeKeyPrefix } from '@gossamer/contracts/billing';

export const isFakeStripe = (publishableKey: string) => publishableKey.startsWith(fakeStripeKeyPrefix);

/** Returns whether payments with this key use no real money. */
export const isTestKey = (publishableKey: string) =>
  isFakeStripe(publishableKey) || publishableKey.startsWith('pk_test_');
