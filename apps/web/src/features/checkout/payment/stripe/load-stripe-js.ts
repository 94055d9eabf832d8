import { fakeStripePath } from '@gossamer/contracts/billing';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { isFakeStripe } from '../test-key.ts';

let attempts = 0;

/**
 * Loads Stripe.js from Stripe's server, as Stripe requires. For keys of the fake Stripe, loads the fake script instead.
 */
export async function loadStripeJs(publishableKey: string): Promise<Stripe | null> {
  // A page that is isolated from other origins cannot show Stripe's frames. The current page is isolated if client-side
  // navigation led here from an isolated page. After a reload, it is not, because the server does not isolate the
  // checkout.
  if (window.crossOriginIsolated) {
    window.location.reload();
    return new Promise(() => {});
  }
  if (!isFakeStripe(publishableKey)) return loadStripe(publishableKey, { locale: 'auto' });
  attempts += 1;
  // Each attempt uses a different URL, because browsers cache failed imports.
  const url = `${fakeStripePath}/js/stripe.ts?attempt=${attempts}`;
  const script: { createStripe(key: string): Stripe } = await import(/* @vite-ignore */ url);
  return script.createStripe(publishableKey);
}
