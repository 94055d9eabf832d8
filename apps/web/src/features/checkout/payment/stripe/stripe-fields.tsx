import { proPrice } from '@gossamer/contracts/billing';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElementsOptions, StripePaymentElementOptions } from '@stripe/stripe-js';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whenRestored } from '../../../../lib/leave-to.ts';
import fontUrl from '../../../../styles/fonts/geist-latin-wght-normal.woff2?url';
import type { Payment, PaymentFieldsProps } from '../payment-provider.ts';
import { loadStripeJs } from './load-stripe-js.ts';
import { outcomeOf } from './outcome-of.ts';
import { useAppearance } from './use-appearance.ts';

/**
 * The product's font for Stripe's iframe. Stripe loads fonts only over HTTPS; on pages without HTTPS, the iframe uses
 * the system's font.
 */
const fonts: StripeElementsOptions['fonts'] =
  window.location.protocol === 'https:'
    ? [{ family: 'Geist Variable', src: `url(${new URL(fontUrl, window.location.href)})`, weight: '100 900' }]
    : [];

const elementOptions: StripePaymentElementOptions = {
  layout: 'tabs',
  wallets: { applePay: 'never', googlePay: 'never' },
};

/** Renders Stripe's Payment Element. Its script is loaded from Stripe's server, as Stripe requires. */
export function StripeFields(props: PaymentFieldsProps) {
  const { publishableKey, clientSecret, amountCents, onFailed } = props;
  const stripe = useStripeScript(publishableKey, onFailed);
  const appearance = useAppearance();
  const options = useMemo<StripeElementsOptions>(() => {
    if (clientSecret !== undefined) return { clientSecret, appearance, fonts };
    const { currency } = proPrice;
    return {
      mode: 'subscription',
      amount: amountCents,
      currency,
      // The payment methods must match `payment_settings` on the server.
      allowedPaymentMethodTypes: ['card', 'link'],
      appearance,
      fonts,
    };
  }, [clientSecret, amountCents, appearance]);
  if (!stripe) return null;
  // The key recreates the Stripe elements for a new client secret. A new amount only updates them.
  return (
    <Elements key={clientSecret} stripe={stripe} options={options}>
      <Fields {...props} />
    </Elements>
  );
}

function Fields({ clientSecret: secretOfFields, onReady, onFailed }: PaymentFieldsProps) {
  const { t } = useTranslation('checkout');
  const stripe = useStripe();
  const elements = useElements();

  useEffect(() => () => onReady(undefined), [onReady]);

  function hold(): void {
    if (!stripe || !elements) return;
    const payment: Payment = {
      async check() {
        const { error } = await elements.submit();
        if (!error) return { isComplete: true };
        // Stripe displays validation errors next to the fields, so no message is needed for them.
        return { isComplete: false, ...(error.type !== 'validation_error' && messageOf(error)) };
      },
      async confirm({ clientSecret, returnUrl, email }) {
        const confirmParams = {
          return_url: returnUrl,
          ...(email && { payment_method_data: { billing_details: { email } } }),
        };
        const shared = { elements, confirmParams, redirect: 'if_required' } as const;
        // Elements that were created with only an amount need the client secret for the confirmation. Elements that
        // were created with a client secret already have it.
        const result = await Promise.race([
          secretOfFields === undefined
            ? stripe.confirmPayment({ ...shared, clientSecret })
            : stripe.confirmPayment(shared),
          // `confirmPayment` never resolves after a redirect. `whenRestored` resolves if the user navigates back.
          whenRestored(),
        ]);
        return result ? outcomeOf(result, t('problems.submit.text')) : { status: 'left' };
      },
    };
    onReady(payment);
  }

  return <PaymentElement options={elementOptions} onReady={hold} onLoadError={onFailed} />;
}

const messageOf = ({ message }: { message?: string }) => (message ? { message } : {});

function useStripeScript(publishableKey: string, onFailed: () => void): Stripe | undefined {
  const [stripe, setStripe] = useState<Stripe>();
  const latest = useRef(onFailed);
  useEffect(() => {
    latest.current = onFailed;
  });
  useEffect(() => {
    let isThere = true;
    const fail = () => isThere && latest.current();
    loadStripeJs(publishableKey).then((loaded) => (loaded ? isThere && setStripe(loaded) : fail()), fail);
    return () => {
      isThere = false;
    };
  }, [publishableKey]);
  return stripe;
}
