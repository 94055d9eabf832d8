import type Stripe from 'stripe';
import { z } from 'zod';
import { findMethod, findSubscription, idOf } from '../find.ts';
import {
  created,
  emptied,
  expand,
  flag,
  metadata,
  newMetadata,
  noParams,
  paged,
  text,
  whole,
} from '../http/params.ts';
import { route } from '../http/route.ts';
import { isWithin, pageOf } from '../lists.ts';
import { resolveDiscounts, useDiscounts } from '../operations/discounts.ts';
import { cancelAtPeriodEnd, endSubscription, isOver } from '../operations/ending.ts';
import { subscribe } from '../operations/subscribing.ts';
import { invalid, missing } from '../stripe-error.ts';
import { change, type World } from '../world.ts';
import { mergedMetadata } from './merged-metadata.ts';

export const discountParams = z.union([
  emptied.transform(() => []),
  z.array(
    z.strictObject({
      coupon: text.optional(),
      promotion_code: text.optional(),
      discount: text.optional(),
    }),
  ),
]);

export const itemParams = z.array(
  z.strictObject({ price: text, quantity: whole.optional(), metadata: metadata.optional() }),
);

const createParams = z.strictObject({
  ...expand,
  customer: text,
  items: itemParams,
  payment_behavior: z.enum(['default_incomplete', 'allow_incomplete']).default('allow_incomplete'),
  payment_settings: z
    .strictObject({
      save_default_payment_method: z.enum(['on_subscription', 'off']).optional(),
      payment_method_types: z.array(text).optional(),
    })
    .optional(),
  discounts: discountParams.default([]),
  metadata: newMetadata.default({}),
  description: text.optional(),
  default_payment_method: text.optional(),
  cancel_at_period_end: flag.default(false),
  collection_method: z.literal('charge_automatically').optional(),
  currency: text.optional(),
  off_session: flag.optional(),
  billing_mode: z.strictObject({ type: z.literal('flexible') }).optional(),
  proration_behavior: text.optional(),
});

const updateParams = z.strictObject({
  ...expand,
  cancel_at_period_end: flag.optional(),
  cancellation_details: z.strictObject({ comment: text.optional(), feedback: text.optional() }).optional(),
  default_payment_method: text.optional(),
  description: text.optional(),
  discounts: discountParams.optional(),
  metadata: z.union([emptied, metadata]).optional(),
  proration_behavior: text.optional(),
});

const cancelParams = z.strictObject({
  ...expand,
  cancellation_details: z.strictObject({ comment: text.optional(), feedback: text.optional() }).optional(),
  invoice_now: flag.optional(),
  prorate: flag.optional(),
});

export const subscriptionRoutes = [
  route('POST', '/v1/subscriptions', createParams, (world, params) =>
    subscribe(world, {
      customer: params.customer,
      items: params.items,
      paymentBehavior: params.payment_behavior,
      discounts: params.discounts,
      metadata: params.metadata,
      description: params.description ?? null,
      defaultPaymentMethod: params.default_payment_method ?? null,
      saveDefaultPaymentMethod: params.payment_settings?.save_default_payment_method ?? 'off',
      paymentMethodTypes: params.payment_settings?.payment_method_types ?? null,
      cancelAtPeriodEnd: params.cancel_at_period_end,
    }),
  ),
  route(
    'GET',
    '/v1/subscriptions',
    z.strictObject({
      ...paged,
      ...created,
      customer: text.optional(),
      price: text.optional(),
      status: text.optional(),
    }),
    (world, params) => {
      const found = [...world.state.subscriptions.values()].filter(
        (subscription) =>
          isWithin(subscription.created, params.created) &&
          (params.customer === undefined || idOf(subscription.customer) === params.customer) &&
          (params.price === undefined ||
            subscription.items.data.some(({ price }) => price.id === params.price)) &&
          hasStatus(subscription, params.status),
      );
      return pageOf('/v1/subscriptions', found, params);
    },
  ),
  route('GET', '/v1/subscriptions/:id', noParams, (world, _params, id) => findSubscription(world, id)),
  route('POST', '/v1/subscriptions/:id', updateParams, updateSubscription),
  route('DELETE', '/v1/subscriptions/:id', cancelParams, (world, params, id) => {
    const subscription = findSubscription(world, id);
    if (isOver(subscription)) throw missing('subscription', id);
    noteDetails(subscription, params.cancellation_details);
    endSubscription(world, subscription, 'cancellation_requested');
    return subscription;
  }),
];

/**
 * Returns whether a subscription matches the requested status. If no status is requested, canceled subscriptions do not
 * match.
 */
function hasStatus({ status }: Stripe.Subscription, wanted: string | undefined): boolean {
  if (wanted === undefined) return status !== 'canceled';
  if (wanted === 'ended') return status === 'canceled' || status === 'incomplete_expired';
  return wanted === 'all' || status === wanted;
}

function noteDetails(
  subscription: Stripe.Subscription,
  details: { comment?: string | undefined; feedback?: string | undefined } | undefined,
): void {
  if (!details || !subscription.cancellation_details) return;
  subscription.cancellation_details.comment = details.comment ?? null;
  subscription.cancellation_details.feedback = details.feedback ?? null;
}

function updateSubscription(world: World, params: z.output<typeof updateParams>, id: string) {
  const subscription = findSubscription(world, id);
  const { discounts: wanted, default_payment_method: method } = params;
  if (params.cancel_at_period_end !== undefined || wanted !== undefined) refuseUnlessRunning(subscription);
  if (method !== undefined) findMethod(world, method, 'default_payment_method');
  const discounts = wanted && resolveDiscounts(world, wanted, idOf(subscription.customer));
  change(world, 'customer.subscription.updated', subscription, () => {
    if (discounts) {
      useDiscounts(world, discounts, subscription);
      subscription.discounts = discounts.map((discount) => discount.id);
    }
    const { cancel_at_period_end: isCanceled = subscription.cancel_at_period_end } = params;
    if (isCanceled !== subscription.cancel_at_period_end) cancelAtPeriodEnd(world, subscription, isCanceled);
    noteDetails(subscription, params.cancellation_details);
    subscription.default_payment_method = method ?? subscription.default_payment_method;
    subscription.description = params.description ?? subscription.description;
    subscription.metadata = mergedMetadata(subscription.metadata, params.metadata);
  });
  return subscription;
}

function refuseUnlessRunning({ status }: Stripe.Subscription): void {
  if (status === 'incomplete') {
    throw invalid('A subscription that is incomplete can only have its metadata and default source updated.');
  }
  if (status === 'canceled' || status === 'incomplete_expired') {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
}
