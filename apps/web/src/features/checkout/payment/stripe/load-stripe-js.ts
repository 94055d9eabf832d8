import { fakeStripePath } from '@gossamer/contracts/billing';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { isFakeStripe } from '../test-key.ts';

let attempts = 0;

/** Loads Stripe.js from Stripe, which allows no other source, or the script of the fake Stripe for its keys. */
export async function loadStripeJs(publishableKey: string): Promise<Stripe | null> {
  if (!isFakeStripe(publishableKey)) return loadStripe(publishableKey, { locale: 'auto' });
  attempts += 1;
  // A new URL, because browsers do not fetch a module again that they failed to fetch.
  const url = `${fakeStripePath}/js/stripe.ts?attempt=${attempts}`;
  const script: { createStripe(key: string): Stripe } = await import(/* @vite-ignore */ url);
  return script.createStripe(publishableKey);
}
