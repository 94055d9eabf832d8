import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import { type CardDetails, fingerprintOf } from '../test-cards.ts';

const noBillingDetails = { address: null, name: null, phone: null, tax_id: null };

function ofType(now: number, type: 'card' | 'link', email: string | null): Stripe.PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { ...noBillingDetails, email },
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type,
  };
}

export function newCardMethod(now: number, card: CardDetails, email: string | null): Stripe.PaymentMethod {
  return {
    ...ofType(now, 'card', email),
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: 'visa',
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: fingerprintOf(card.number),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  };
}

export function newLinkMethod(now: number, email: string | null): Stripe.PaymentMethod {
  return { ...ofType(now, 'link', email), link: { email } };
}
