import Stripe from 'stripe';
import { newId } from '../ids.ts';

export interface NewProduct {
  id?: string | undefined;
  name: string;
  active?: boolean | undefined;
  description?: string | undefined;
  metadata?: Stripe.Metadata | undefined;
}

export function newProduct(now: number, wanted: NewProduct): Stripe.Product {
  return {
    id: wanted.id ?? newId('prod'),
    object: 'product',
    active: wanted.active ?? true,
    created: now,
    default_price: null,
    description: wanted.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: wanted.metadata ?? {},
    name: wanted.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
  };
}

export interface NewPrice {
  product: string;
  currency: string;
  unit_amount: number;
  active?: boolean | undefined;
  lookup_key?: string | undefined;
  nickname?: string | undefined;
  metadata?: Stripe.Metadata | undefined;
  tax_behavior?: string | undefined;
  recurring?: { interval: string; interval_count?: number | undefined } | undefined;
}

export function newPrice(now: number, wanted: NewPrice): Stripe.Price {
  return {
    id: newId('price'),
    object: 'price',
    active: wanted.active ?? true,
    billing_scheme: 'per_unit',
    created: now,
    currency: wanted.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: wanted.lookup_key ?? null,
    metadata: wanted.metadata ?? {},
    nickname: wanted.nickname ?? null,
    product: wanted.product,
    recurring: wanted.recurring
      ? {
          interval: wanted.recurring.interval,
          interval_count: wanted.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: wanted.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: wanted.recurring ? 'recurring' : 'one_time',
    unit_amount: wanted.unit_amount,
    unit_amount_decimal: Stripe.Decimal.from(wanted.unit_amount),
  };
}

/** Returns the legacy plan object for a recurring price. Subscription items still contain it. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
