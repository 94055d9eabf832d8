import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import { wholeList } from '../lists.ts';
import { planOf } from './catalog.ts';

export interface NewSubscription {
  customer: string;
  currency: string;
  items: { price: Stripe.Price; quantity: number; metadata: Stripe.Metadata }[];
  metadata: Stripe.Metadata;
  description: string | null;
  defaultPaymentMethod: string | null;
  saveDefaultPaymentMethod: string;
  paymentMethodTypes: string[] | null;
  cancelAtPeriodEnd: boolean;
  period: { start: number; end: number };
}

export function newSubscription(now: number, wanted: NewSubscription): Stripe.Subscription {
  const id = newId('sub');
  const { period } = wanted;
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: wanted.cancelAtPeriodEnd ? period.end : null,
    cancel_at_period_end: wanted.cancelAtPeriodEnd,
    canceled_at: wanted.cancelAtPeriodEnd ? now : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: wanted.currency,
    customer: wanted.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: wanted.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: wanted.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: wholeList(
      `/v1/subscription_items?subscription=${id}`,
      wanted.items.map((item) => newItem(now, id, item, period)),
    ),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: wanted.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: wanted.paymentMethodTypes,
      save_default_payment_method: wanted.saveDefaultPaymentMethod,
    },
    ...withoutTrial,
    start_date: now,
    status: 'incomplete',
  };
}

const withoutTrial = {
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  trial_start: null,
};

function newItem(
  now: number,
  subscription: string,
  item: NewSubscription['items'][number],
  period: NewSubscription['period'],
): Stripe.SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: item.metadata,
    plan: planOf(item.price),
    price: item.price,
    quantity: item.quantity,
    subscription,
    tax_rates: [],
  };
}
