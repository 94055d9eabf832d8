import type Stripe from 'stripe';
import { findCustomer, idOf } from '../find.ts';
import { newCardMethod, newLinkMethod } from '../objects/payment-method.ts';
import { behaviorOf, type CardDetails, cardError, checkCard } from '../test-cards.ts';
import { change, type World } from '../world.ts';
import { isOver } from './ending.ts';
import { attach } from './payments.ts';

/**
 * Creates a payment method for a card.
 * @throws StripeError if the card is invalid
 */
export function enterCard(world: World, details: CardDetails, email: string | null): Stripe.PaymentMethod {
  const card = checkCard(details, world.clock.now());
  const method = newCardMethod(world.clock.now(), card, email);
  world.state.paymentMethods.set(method.id, method);
  world.state.cardNumbers.set(method.id, card.number);
  return method;
}

/** Creates a payment method of the type Link, a wallet that is identified by an email address. */
export function enterLink(world: World, email: string | null): Stripe.PaymentMethod {
  const method = newLinkMethod(world.clock.now(), email);
  world.state.paymentMethods.set(method.id, method);
  return method;
}

/**
 * Replaces a customer's default card.
 * @throws StripeError if the card is declined
 */
export function changeCard(world: World, customerId: string, details: CardDetails): void {
  const customer = findCustomer(world, customerId, 'customer');
  const card = checkCard(details, world.clock.now());
  const { decline } = behaviorOf(card.number);
  if (decline) throw cardError(decline.code, decline.message, decline.declineCode);
  const method = enterCard(world, card, customer.email);
  attach(world, method, customer.id);
  change(world, 'customer.updated', customer, () => {
    customer.invoice_settings.default_payment_method = method.id;
  });
  for (const subscription of world.state.subscriptions.values()) {
    if (idOf(subscription.customer) !== customer.id || isOver(subscription)) continue;
    change(world, 'customer.subscription.updated', subscription, () => {
      subscription.default_payment_method = method.id;
    });
  }
}
