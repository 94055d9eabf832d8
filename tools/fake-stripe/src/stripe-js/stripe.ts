/**
 * Fake Stripe.js with the features that the product's checkout uses: the payment element and `confirmPayment`.
 * `pages/stripe-js.ts` strips the types and serves the module to browsers.
 */
import type { Appearance } from './appearance.ts';
import { askBank } from './bank-dialog.ts';
import { createPaymentElement, type PaymentElement } from './payment-element.ts';
import { type Answer, send } from './requests.ts';

interface Elements {
  create(type: 'payment'): PaymentElement;
  update(options: { appearance?: Appearance }): void;
  /** Validates the payment fields. Resolves with an error if they are incomplete. */
  submit(): Promise<{ error?: StripeError }>;
  readonly payment: PaymentElement | undefined;
}

interface StripeError {
  type: string;
  code?: string;
  message: string;
  payment_intent?: { status: string };
}
type Result = { paymentIntent: { status: string } } | { error: StripeError };

interface Confirmation {
  elements: Elements;
  clientSecret?: string;
  confirmParams: { return_url: string; payment_method_data?: { billing_details: { email?: string } } };
}

/** Creates the object that `Stripe(publishableKey)` returns in Stripe.js. */
export function createStripe(publishableKey: string) {
  return {
    elements: ({ clientSecret, appearance }: { clientSecret?: string; appearance?: Appearance }) =>
      createElements(clientSecret, appearance),
    confirmPayment: async ({
      elements,
      clientSecret = secrets.get(elements),
      confirmParams,
    }: Confirmation) => {
      const ids = { publishableKey, clientSecret };
      const answer = await send('confirm', {
        ...ids,
        ...elements.payment?.paymentData(),
        returnUrl: confirmParams.return_url,
        email: confirmParams.payment_method_data?.billing_details.email,
      });
      return follow(answer, ids);
    },
    // Stripe's React bindings reject objects without these methods.
    createToken: unsupported,
    createPaymentMethod: unsupported,
    confirmCardPayment: unsupported,
  };
}

/** Client secrets by Elements instance. Contains only instances that were created with a client secret. */
const secrets = new WeakMap<Elements, string>();

function createElements(clientSecret: string | undefined, appearance: Appearance = {}): Elements {
  let payment: PaymentElement | undefined;
  const elements: Elements = {
    create: () => {
      payment = createPaymentElement(appearance);
      return payment;
    },
    update: ({ appearance }) => appearance && payment?.setAppearance(appearance),
    submit: async () => {
      if (payment?.validate()) return {};
      return { error: { type: 'validation_error', message: 'Your card details are not complete.' } };
    },
    get payment() {
      return payment;
    },
  };
  if (clientSecret !== undefined) secrets.set(elements, clientSecret);
  return elements;
}

/** Handles the next action in a response: redirects to the wallet or opens the bank's dialog. */
async function follow(answer: Answer, ids: object): Promise<Result> {
  if ('error' in answer) {
    // This error occurs only for canceled payments, because payments that have already succeeded are reported as
    // successful.
    const isCanceled = answer.error.code === 'payment_intent_unexpected_state';
    return { error: { ...answer.error, ...(isCanceled && { payment_intent: { status: 'canceled' } }) } };
  }
  if (answer.status === 'succeeded') return { paymentIntent: { status: 'succeeded' } };
  if (answer.action.type === 'redirect') {
    window.location.assign(answer.action.url);
    return new Promise(() => undefined);
  }
  return follow(await send('authenticate', { ...ids, outcome: await askBank() }), ids);
}

function unsupported(): never {
  throw new Error('The fake Stripe only supports the payment element');
}
