import { idOf, paymentOf } from './find.ts';
import { wholeList } from './lists.ts';
import { shownCode } from './operations/discounts.ts';
import { snapshot } from './snapshot.ts';
import { invalid } from './stripe-error.ts';
import type { World } from './world.ts';

type Fields = Record<string, unknown>;

/** Paths of expandable fields by object type, as in Stripe's API types. */
const expandable: Record<string, readonly string[]> = {
  'billing_portal.session': ['configuration'],
  charge: ['balance_transaction', 'customer', 'payment_intent'],
  customer: ['invoice_settings.default_payment_method', 'default_source'],
  discount: ['customer', 'promotion_code', 'source.coupon'],
  dispute: ['charge', 'payment_intent'],
  invoice: [
    'customer',
    'default_payment_method',
    'discounts',
    'parent.subscription_details.subscription',
    'total_discount_amounts.discount',
  ],
  invoice_payment: ['invoice', 'payment.charge', 'payment.payment_intent'],
  line_item: ['discounts', 'discount_amounts.discount', 'pricing.price_details.price', 'subscription'],
  payment_intent: ['customer', 'latest_charge', 'payment_method'],
  payment_method: ['customer'],
  plan: ['product'],
  price: ['product'],
  product: ['default_price'],
  promotion_code: ['customer', 'promotion.coupon'],
  refund: ['charge', 'customer', 'payment_intent', 'payment_method'],
  subscription: [
    'customer',
    'default_payment_method',
    'discounts',
    'latest_invoice',
    'pending_setup_intent',
    'schedule',
  ],
  subscription_item: ['discounts'],
};

/** Fields that a response includes only if `expand[]` contains them, by object type. */
const includable: Record<string, Record<string, (world: World, object: Fields) => unknown>> = {
  invoice: {
    confirmation_secret: (world, { id }) => {
      const invoice = world.state.invoices.get(String(id));
      const intentId = idOf((invoice && paymentOf(world, invoice))?.payment.payment_intent ?? null);
      const intent = world.state.paymentIntents.get(intentId ?? '');
      return intent && invoice?.status === 'open'
        ? { client_secret: intent.client_secret, type: 'payment_intent' }
        : null;
    },
    payments: (world, { id }) => {
      const payments = [...world.state.invoicePayments.values()].filter(({ invoice }) => invoice === id);
      return wholeList(`/v1/invoice_payments?invoice=${id}`, payments);
    },
  },
  charge: {
    refunds: (world, { id }) => {
      const refunds = [...world.state.refunds.values()].filter(({ charge }) => charge === id);
      return wholeList(`/v1/charges/${id}/refunds`, refunds.reverse());
    },
  },
  customer: {
    subscriptions: (world, { id }) => {
      const own = [...world.state.subscriptions.values()].filter(
        ({ customer, status }) => customer === id && status !== 'canceled' && status !== 'incomplete_expired',
      );
      return wholeList(`/v1/customers/${id}/subscriptions`, own.reverse());
    },
  },
};

/**
 * Returns a copy of a response with the `expand[]` paths expanded.
 * @throws StripeError if a path is invalid
 */
export function expandAnswer(world: World, answer: object, paths: string[] = []): object {
  const copy = snapshot(answer);
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > 4) {
      throw invalid(`You cannot expand more than 4 levels of a property. Property: ${path}`, {
        param: 'expand',
      });
    }
    fill(world, copy, parts, path);
  }
  return copy;
}

/** Expands the first segment of a path in `value` and then recurses into the remaining segments. */
function fill(world: World, value: unknown, parts: string[], path: string): void {
  if (!isFields(value) || parts.length === 0) return;
  const [first = '', ...rest] = parts;
  const type = String(value.object);
  const include = includable[type]?.[first];
  const known = expandable[type]?.find((key) => `${parts.join('.')}.`.startsWith(`${key}.`));
  if (Array.isArray(value.data) && type === 'list') {
    fillList(world, value.data, parts, path);
  } else if (include) {
    value[first] ??= snapshot(include(world, value) ?? null);
    fill(world, value[first], rest, path);
  } else if (known !== undefined) {
    const keys = known.split('.');
    replaceIds(world, value, keys, parts.slice(keys.length), path);
  } else if (isFields(value[first]) && 'object' in value[first]) {
    // An embedded object, such as the price of an item, is already complete. Only its fields need expanding.
    fill(world, value[first], rest, path);
  } else {
    throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
  }
}

function fillList(world: World, data: unknown[], [first, ...rest]: string[], path: string): void {
  if (first !== 'data') {
    throw invalid(
      `This property cannot be expanded (${path}). You may want to try expanding 'data.${first}'.`,
      { param: 'expand' },
    );
  }
  for (const object of data) fill(world, object, rest, path);
}

/** Replaces the ids in an expandable field with objects. Traverses nested keys and arrays. */
function replaceIds(world: World, holder: unknown, keys: string[], rest: string[], path: string): void {
  for (const one of [holder].flat().filter(isFields)) {
    const [key = '', ...deeper] = keys;
    const value = one[key];
    if (deeper.length > 0) {
      replaceIds(world, value, deeper, rest, path);
    } else {
      one[key] = Array.isArray(value) ? value.map((field) => objectOf(world, field)) : objectOf(world, value);
      for (const object of [one[key]].flat()) fill(world, object, rest, path);
    }
  }
}

/** Returns the object with the given id, or the id itself if there is no such object. */
function objectOf(world: World, id: unknown): unknown {
  if (typeof id !== 'string') return id;
  const { state } = world;
  const code = state.promotionCodes.get(id);
  if (code) return snapshot(shownCode(world, code));
  const all = [
    state.customers,
    state.products,
    state.prices,
    state.coupons,
    state.discounts,
    state.subscriptions,
    state.invoices,
    state.paymentIntents,
    state.paymentMethods,
    state.charges,
    state.portalConfigurations,
  ];
  const found = all.flatMap((objects) => objects.get(id) ?? [])[0];
  return found === undefined ? id : snapshot(found);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
