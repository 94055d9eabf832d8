import { timingSafeEqual } from 'node:crypto';
import type Stripe from 'stripe';
import { missing } from '../stripe-error.ts';
import type { CardDetails } from '../test-cards.ts';
import type { World } from '../world.ts';
import { enterCard } from './methods.ts';
import { confirmPayment, type PaymentOutcome } from './payments.ts';

/**
 * Returns the payment intent for a client secret.
 * @throws StripeError with status 404 if no object matches
 */
export function intentBySecret(world: World, clientSecret: string): Stripe.PaymentIntent {
  const [id = ''] = clientSecret.split('_secret_');
  const intent = world.state.paymentIntents.get(id);
  const [given, wanted] = [Buffer.from(clientSecret), Buffer.from(intent?.client_secret ?? '')];
  if (!intent || given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    throw missing('payment_intent', id);
  }
  return intent;
}

/**
 * Pays with a card number, as a browser would.
 * @throws StripeError if the card is invalid or no payment is due
 */
export function confirmWithCard(
  world: World,
  clientSecret: string,
  card: CardDetails,
  email: string | null,
): PaymentOutcome {
  const intent = intentBySecret(world, clientSecret);
  return confirmPayment(world, intent, enterCard(world, card, email), null);
}
