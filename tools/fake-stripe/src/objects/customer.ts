import type Stripe from 'stripe';
import { newId, randomLetters } from '../ids.ts';

export interface CustomerFields {
  email?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  phone?: string | undefined;
  metadata?: Stripe.Metadata | undefined;
  preferred_locales?: string[] | undefined;
}

export function newCustomer(now: number, wanted: CustomerFields): Stripe.Customer {
  return {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: wanted.description ?? null,
    discount: null,
    email: wanted.email ?? null,
    invoice_prefix: randomLetters(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: wanted.metadata ?? {},
    name: wanted.name ?? null,
    next_invoice_sequence: 1,
    phone: wanted.phone ?? null,
    preferred_locales: wanted.preferred_locales ?? [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}
