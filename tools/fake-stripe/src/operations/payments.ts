import type Stripe from 'stripe';
import { defaultMethodOf, findMethod, idOf, invoiceOf, subscriptionOf } from '../find.ts';
import { newCharge } from '../objects/charge.ts';
import { snapshot } from '../snapshot.ts';
import { behaviorOf, unexpectedState } from '../test-cards.ts';
import { change, emit, type World } from '../world.ts';
import { noteFailedAttempt, noteInvoicePaid } from './invoicing.ts';

export type PaymentOutcome = 'succeeded' | 'requires_action' | 'failed';

interface Failure {
  code: string;
  declineCode?: string;
  message: string;
}

const noMethod: Failure = {
  code: 'payment_intent_payment_attempt_failed',
  message: 'This customer has no attached payment source or default payment method.',
};
const notAuthenticated: Failure = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/**
 * Confirms a payment while the customer is present (on-session).
 * @throws StripeError if the payment cannot be confirmed in its current status
 */
export function confirmPayment(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  returnUrl: string | null,
): PaymentOutcome {
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedState(intent.status);
  }
  const number = world.state.cardNumbers.get(method.id);
  const behavior = number === undefined ? {} : behaviorOf(number);
  intent.payment_method = method.id;
  if (behavior.decline) return fail(world, intent, method, behavior.decline, false);
  if (number === undefined || behavior.needsAuthentication) {
    askForAction(world, intent, returnUrl, number === undefined ? 'redirect' : 'dialog');
    return 'requires_action';
  }
  return succeed(world, intent, method);
}

function askForAction(
  world: World,
  intent: Stripe.PaymentIntent,
  returnUrl: string | null,
  kind: 'redirect' | 'dialog',
): void {
  const url = `${world.publicUrl}/fake-stripe/link/${intent.id}?client_secret=${intent.client_secret}`;
  if (returnUrl !== null) world.state.returnUrls.set(intent.id, returnUrl);
  intent.status = 'requires_action';
  intent.last_payment_error = null;
  intent.next_action =
    kind === 'redirect'
      ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
      : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } };
  emit(world, 'payment_intent.requires_action', intent);
  const invoice = invoiceOf(world, intent);
  if (invoice) emit(world, 'invoice.payment_action_required', invoice);
}

/**
 * Completes the customer's 3D Secure authentication.
 * @throws StripeError if no authentication was requested
 */
export function authenticatePayment(
  world: World,
  intent: Stripe.PaymentIntent,
  outcome: 'complete' | 'fail',
): 'succeeded' | 'failed' {
  const id = idOf(intent.payment_method);
  if (intent.status !== 'requires_action' || id === null) throw unexpectedState(intent.status);
  const method = findMethod(world, id);
  intent.next_action = null;
  return outcome === 'complete'
    ? succeed(world, intent, method)
    : fail(world, intent, method, notAuthenticated, false);
}

/** Charges a subscription's default payment method while the customer is absent (off-session). */
export function chargeAutomatically(
  world: World,
  intent: Stripe.PaymentIntent,
  subscription: Stripe.Subscription,
): 'succeeded' | 'failed' {
  const method = defaultMethodOf(world, subscription);
  if (!method) return fail(world, intent, undefined, noMethod, true);
  const number = world.state.cardNumbers.get(method.id);
  const decline = number === undefined ? undefined : behaviorOf(number).renewalDecline;
  intent.payment_method = method.id;
  return decline ? fail(world, intent, method, decline, true) : succeed(world, intent, method);
}

function succeed(world: World, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): 'succeeded' {
  const charge = newCharge(world.clock.now(), intent, method, null);
  world.state.charges.set(charge.id, charge);
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.latest_charge = charge.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  attach(world, method, idOf(intent.customer));
  emit(world, 'payment_intent.succeeded', intent);
  emit(world, 'charge.succeeded', charge);
  const invoice = invoiceOf(world, intent);
  if (invoice) settle(world, invoice, method);
  return 'succeeded';
}

function settle(world: World, invoice: Stripe.Invoice, method: Stripe.PaymentMethod): void {
  noteInvoicePaid(world, invoice);
  const subscription = subscriptionOf(world, invoice);
  if (!subscription) return;
  change(world, 'customer.subscription.updated', subscription, () => {
    if (subscription.status === 'incomplete' || subscription.status === 'past_due') {
      subscription.status = 'active';
    }
    const isSaved = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
    if (isSaved) subscription.default_payment_method = method.id;
  });
}

function fail(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod | undefined,
  failure: Failure,
  isAutomatic: boolean,
): 'failed' {
  if (method && failure.declineCode !== undefined) {
    const { code, message, declineCode: reason } = failure;
    const charge = newCharge(world.clock.now(), intent, method, { code, message, reason });
    world.state.charges.set(charge.id, charge);
    intent.latest_charge = charge.id;
    emit(world, 'charge.failed', charge);
  }
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = {
    type: failure.declineCode === undefined ? 'invalid_request_error' : 'card_error',
    code: failure.code,
    message: failure.message,
    ...(failure.declineCode !== undefined && { decline_code: failure.declineCode }),
    ...(method && { payment_method: snapshot(method) }),
  };
  emit(world, 'payment_intent.payment_failed', intent);
  const invoice = invoiceOf(world, intent);
  if (invoice) noteFailedAttempt(world, invoice, isAutomatic);
  return 'failed';
}

/** Attaches a payment method to a customer, so that the method can be charged again. */
export function attach(world: World, method: Stripe.PaymentMethod, customerId: string | null): void {
  const customer = world.state.customers.get(customerId ?? '');
  if (!customer || customer.deleted || method.customer !== null) return;
  method.customer = customer.id;
  emit(world, 'payment_method.attached', method);
}
