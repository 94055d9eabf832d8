import { fakeStripeKeyPrefix } from '@gossamer/contracts/billing';

export const isFakeStripe = (publishableKey: string) => publishableKey.startsWith(fakeStripeKeyPrefix);

/** Returns whether the key is a test key, with which payments move no real money. */
export const isTestKey = (publishableKey: string) =>
  isFakeStripe(publishableKey) || publishableKey.startsWith('pk_test_');
