import { z } from 'zod';
import { addIntervals } from '../clock.ts';
import { findCustomer, findInvoice, findSubscription, firstItem, idOf } from '../find.ts';
import { created, expand, noParams, paged, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { newId } from '../ids.ts';
import { isWithin, pageOf } from '../lists.ts';
import type { InvoiceItem } from '../objects/invoice.ts';
import { discountsOf, resolveDiscounts } from '../operations/discounts.ts';
import { isOver } from '../operations/ending.ts';
import { draftInvoice, itemsOf, voidOnRequest } from '../operations/invoicing.ts';
import { priceItems } from '../operations/subscribing.ts';
import { invalid, missing } from '../stripe-error.ts';
import type { World } from '../world.ts';
import { discountParams, itemParams } from './subscriptions.ts';

const previewParams = z.strictObject({
  ...expand,
  customer: text.optional(),
  subscription: text.optional(),
  currency: text.optional(),
  discounts: discountParams.optional(),
  preview_mode: z.literal('next').optional(),
  subscription_details: z.strictObject({ items: itemParams.optional() }).optional(),
});

export const invoiceRoutes = [
  route('POST', '/v1/invoices/create_preview', previewParams, preview),
  route(
    'GET',
    '/v1/invoices',
    z.strictObject({
      ...paged,
      ...created,
      customer: text.optional(),
      subscription: text.optional(),
      status: text.optional(),
    }),
    (world, params) => {
      const found = [...world.state.invoices.values()].filter(
        (invoice) =>
          isWithin(invoice.created, params.created) &&
          (params.customer === undefined || idOf(invoice.customer) === params.customer) &&
          (params.status === undefined || invoice.status === params.status) &&
          (params.subscription === undefined ||
            invoice.parent?.subscription_details?.subscription === params.subscription),
      );
      return pageOf('/v1/invoices', found, params);
    },
  ),
  route('GET', '/v1/invoices/:id', noParams, (world, _params, id) => findInvoice(world, id)),
  route('POST', '/v1/invoices/:id/void', noParams, (world, _params, id) => {
    const invoice = findInvoice(world, id);
    voidOnRequest(world, invoice);
    return invoice;
  }),
  route(
    'GET',
    '/v1/invoice_payments',
    z.strictObject({
      ...paged,
      ...created,
      invoice: text.optional(),
      status: text.optional(),
      payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }).optional(),
    }),
    (world, params) => {
      const found = [...world.state.invoicePayments.values()].filter(
        (payment) =>
          isWithin(payment.created, params.created) &&
          (params.invoice === undefined || payment.invoice === params.invoice) &&
          (params.status === undefined || payment.status === params.status) &&
          (params.payment === undefined || payment.payment.payment_intent === params.payment.payment_intent),
      );
      return pageOf('/v1/invoice_payments', found, params);
    },
  ),
  route('GET', '/v1/invoice_payments/:id', noParams, (world, _params, id) => {
    const payment = world.state.invoicePayments.get(id);
    if (!payment) throw missing('invoice_payment', id);
    return payment;
  }),
];

/** Returns a preview of the next invoice of an existing subscription, or of the first invoice of a new subscription. */
function preview(world: World, params: z.output<typeof previewParams>) {
  if (params.subscription !== undefined) return previewRenewal(world, params, params.subscription);
  const customerId = params.customer ?? null;
  const customer = customerId === null ? null : findCustomer(world, customerId, 'customer');
  const items = priceItems(world, params.subscription_details?.items ?? []);
  const [first] = items;
  if (!first) {
    throw invalid('Missing required param: subscription_details[items].', {
      code: 'parameter_missing',
      param: 'subscription_details[items]',
    });
  }
  const start = world.clock.now();
  return draftInvoice(world, {
    id: newId('upcoming_in'),
    customer,
    subscription: null,
    items: items.map((item): InvoiceItem => ({ ...item, itemId: null })),
    discounts: resolveDiscounts(world, params.discounts ?? [], customerId),
    period: { start, end: addIntervals(start, first.recurring, 1) },
    billingReason: 'upcoming',
  });
}

function previewRenewal(world: World, params: z.output<typeof previewParams>, id: string) {
  const subscription = findSubscription(world, id, 'subscription');
  const item = firstItem(subscription);
  if (isOver(subscription) || subscription.cancel_at_period_end || !item.price.recurring) {
    throw invalid('No upcoming invoices for customer', { code: 'invoice_upcoming_none' });
  }
  const start = item.current_period_end;
  const customerId = idOf(subscription.customer) ?? '';
  return draftInvoice(world, {
    id: newId('upcoming_in'),
    customer: findCustomer(world, customerId),
    subscription,
    items: itemsOf(subscription),
    discounts: params.discounts
      ? resolveDiscounts(world, params.discounts, customerId)
      : discountsOf(world, subscription),
    period: { start, end: addIntervals(start, item.price.recurring, 1) },
    billingReason: 'upcoming',
  });
}
