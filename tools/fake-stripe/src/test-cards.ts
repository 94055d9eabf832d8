import { createHash } from 'node:crypto';
import { invalid, StripeError } from './stripe-error.ts';

interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

interface CardBehavior {
  /** How the first payment is declined, with the customer present. Undefined if it succeeds. */
  decline?: Decline;
  /** How later payments (renewals) are declined, with the customer absent. Undefined if they succeed. */
  renewalDecline?: Decline;
  needsAuthentication?: boolean;
}

const declined: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};
const insufficientFunds: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};
const expired: Decline = {
  code: 'expired_card',
  declineCode: 'expired_card',
  message: 'Your card has expired.',
};
/** Error from Stripe's test mode for card numbers that are not test cards. */
const notATestCard: Decline = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: 'Your card was declined. Your request was in test mode, but used a non test card.',
};
const always = (decline: Decline): CardBehavior => ({ decline, renewalDecline: decline });

/** Supported test card numbers from Stripe's documentation, with their behavior. */
const testCards = new Map<string, CardBehavior>([
  ['4242424242424242', {}],
  ['4000000000000002', always(declined)],
  ['4000000000009995', always(insufficientFunds)],
  ['4000000000000069', always(expired)],
  ['4000002500003155', { needsAuthentication: true }],
  ['4000000000000341', { renewalDecline: declined }],
]);

export function behaviorOf(cardNumber: string): CardBehavior {
  return testCards.get(cardNumber) ?? always(notATestCard);
}

/** Returns the fingerprint of a card, which depends only on the card number. */
export function fingerprintOf(cardNumber: string): string {
  return createHash('sha256').update(cardNumber).digest('hex').slice(0, 16);
}

export interface CardDetails {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

/**
 * Validates and returns a card. `now` is in Unix seconds.
 * @throws StripeError with status 402 and Stripe's code if the card is invalid
 */
export function checkCard(card: CardDetails, now: number): CardDetails {
  const number = card.number.replaceAll(/[\s-]/g, '');
  if (!isCardNumber(number)) throw cardError('incorrect_number', 'Your card number is incorrect.');
  if (card.expMonth < 1 || card.expMonth > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.");
  }
  const expYear = card.expYear < 100 ? 2_000 + card.expYear : card.expYear;
  const today = new Date(now * 1_000);
  const isPast =
    expYear * 12 + card.expMonth < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1 ||
    expYear > today.getUTCFullYear() + 50;
  if (isPast) throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.");
  if (!/^\d{3,4}$/.test(card.cvc)) throw cardError('invalid_cvc', "Your card's security code is invalid.");
  return { ...card, number, expYear };
}

export function cardError(code: string, message: string, declineCode?: string): StripeError {
  return new StripeError(402, {
    type: 'card_error',
    code,
    message,
    ...(declineCode !== undefined && { decline_code: declineCode }),
  });
}

/** Returns whether a card number has a valid check digit (ISO/IEC 7812-1). */
function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, letter, place) => {
    const doubled = Number(letter) * (place % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Returns the details of a card with the given number that expires in three years. */
export function cardOf(number: string, now: number): CardDetails {
  return { number, expMonth: 12, expYear: new Date(now * 1_000).getUTCFullYear() + 3, cvc: '123' };
}

/** Returns the error, with status 400, for an action that the status of the payment intent does not allow. */
export function unexpectedState(status: string): StripeError {
  return invalid(`You cannot confirm this PaymentIntent because it has a status of ${status}.`, {
    code: 'payment_intent_unexpected_state',
  });
}
