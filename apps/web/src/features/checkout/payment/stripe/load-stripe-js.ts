import { fakeStripePath } from '@gossamer/contracts/billing';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { retryableImport } from '../../../../lib/retryable-import.ts';
import { isFakeStripe } from '../test-key.ts';

/** Loads Stripe.js from Stripe, which allows no other source, or the script of the fake Stripe for its keys. */
export async function loadStripeJs(publishableKey: string): Promise<Stripe | null> {
  if (!isFakeStripe(publishableKey)) return loadStripe(publishableKey, { locale: 'auto' });
  return (await importFakeStripe()).createStripe(publishableKey);
}

const importFakeStripe = retryableImport<{ createStripe(publishableKey: string): Stripe }>(
  () => import(/* @vite-ignore */ `${fakeStripePath}/js/stripe.ts`),
);
