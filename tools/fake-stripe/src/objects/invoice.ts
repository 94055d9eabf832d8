import Stripe from 'stripe';
import { newId, randomLetters } from '../ids.ts';
import { wholeList } from '../lists.ts';

export interface InvoiceItem {
  /** Id of the subscription item, or null in the preview of a new subscription. */
  itemId: string | null;
  price: Stripe.Price;
  quantity: number;
}

export interface NewInvoice {
  id: string;
  customer: Stripe.Customer | null;
  subscription: Stripe.Subscription | null;
  items: InvoiceItem[];
  /** Amount in cents that each discount deducts. */
  deductions: { discount: string; amount: number }[];
  currency: string;
  period: { start: number; end: number };
  billingReason: string;
}

const subtotalOf = (items: InvoiceItem[]) =>
  items.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0);

/** Creates a draft invoice. All amounts are in cents. */
export function newInvoice(now: number, wanted: NewInvoice): Stripe.Invoice {
  const subtotal = subtotalOf(wanted.items);
  const total = subtotal - wanted.deductions.reduce((sum, { amount }) => sum + amount, 0);
  return {
    ...plainInvoice,
    ...customerFields(wanted.customer),
    id: wanted.id,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    billing_reason: wanted.billingReason,
    created: now,
    currency: wanted.currency,
    default_tax_rates: [],
    discounts: wanted.deductions.map(({ discount }) => discount),
    issuer: { type: 'self' },
    lines: linesOf(wanted),
    metadata: {},
    parent: wanted.subscription && {
      quote_details: null,
      subscription_details: { metadata: wanted.subscription.metadata, subscription: wanted.subscription.id },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: wanted.subscription?.payment_settings?.payment_method_types ?? null,
    },
    // The period of an invoice ends when the invoice is created. Its lines contain the billed periods.
    period_end: wanted.period.start,
    period_start: wanted.period.start,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: wanted.deductions,
    total_excluding_tax: total,
    total_pretax_credit_amounts: wanted.deductions.map((deduction) => ({ ...deduction, type: 'discount' })),
    total_taxes: [],
  };
}

/** Invoice fields with constant values. */
const plainInvoice = {
  object: 'invoice' as const,
  account_country: 'US',
  account_name: 'Gossamer',
  account_tax_ids: null,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: true,
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  default_payment_method: null,
  default_source: null,
  description: null,
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  test_clock: null,
  webhooks_delivered_at: null,
};

function customerFields(customer: Stripe.Customer | null) {
  return {
    customer: customer?.id ?? null,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer?.tax_exempt ?? null,
    customer_tax_ids: [],
  };
}

function linesOf(wanted: NewInvoice): Stripe.ApiList<Stripe.InvoiceLineItem> {
  const lines = wanted.items.map((item, place) => lineOf(wanted, item, place === 0 ? wanted.deductions : []));
  return wholeList(`/v1/invoices/${wanted.id}/lines`, lines);
}

function lineOf(
  wanted: NewInvoice,
  { itemId, price, quantity }: InvoiceItem,
  deductions: NewInvoice['deductions'],
): Stripe.InvoiceLineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  const subscription = wanted.subscription?.id ?? null;
  return {
    id: `il_${randomLetters(24)}`,
    object: 'line_item',
    amount,
    currency: price.currency,
    description: price.nickname,
    discount_amounts: deductions,
    discountable: true,
    discounts: [],
    invoice: wanted.id,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription,
        subscription_item: itemId ?? newId('si'),
      },
      type: 'subscription_item_details',
    },
    period: wanted.period,
    pretax_credit_amounts: deductions.map((deduction) => ({ ...deduction, type: 'discount' })),
    pricing: {
      price_details: { price: price.id, product: String(price.product) },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: Stripe.Decimal.from(quantity),
    subscription,
    subtotal: amount,
    taxes: [],
  };
}
